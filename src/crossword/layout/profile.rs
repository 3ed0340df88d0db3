//! How a layout should look, beyond what the rules ask.

use std::fmt;

use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use super::{Figures, Layout, Spread};
use crate::game::{self, Range};

/// How layouts should look. Each bound is an inclusive number; the default is that of Maxi Mots Croisés.
///
/// As a file (TOML), each line may be left out and then has its default:
///
/// ```
/// use alveole::crossword::layout::Profile;
/// use alveole::game::Game;
/// let text = "
/// lengths = { min = 3, max = 9 }                      # cells of a slot
/// mean_length_hundredths = { min = 480, max = 620 }   # mean cells of a slot, times 100
/// crossings = { min = 22, max = 27 }
/// across = { min = 7, max = 11 }                      # slots that run across
/// empty_edge = 1        # most empty rows or columns at each edge
/// quarter_percent = 16  # least share of the letter cells in each quarter of the box
/// hole = 5              # largest side of a square of grey cells, in cells
/// hanging = 6           # most slots with one crossing only
/// ";
/// assert_eq!(Profile::from_toml(text, &Game::mots_croises().crossword)?, Profile::default());
/// # Ok::<(), alveole::crossword::layout::ProfileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Cells of a slot.
    pub lengths: Range,
    /// Mean cells of a slot, in hundredths.
    pub mean_length_hundredths: Range,
    /// Crossings of the layout.
    pub crossings: Range,
    /// Slots that run across; the others run down.
    pub across: Range,
    /// Most empty rows or columns at each edge of the box.
    pub empty_edge: usize,
    /// Least share of the letter cells that lie in each quarter of the box, in percent; at most 25.
    pub quarter_percent: usize,
    /// Largest side of a square of grey cells, in cells.
    pub hole: usize,
    /// Most slots with one crossing only. Many of them make a comb.
    pub hanging: usize,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            lengths: Range { min: 3, max: 9 },
            mean_length_hundredths: Range { min: 480, max: 620 },
            crossings: Range { min: 22, max: 27 },
            across: Range { min: 7, max: 11 },
            empty_edge: 1,
            quarter_percent: 16,
            hole: 5,
            hanging: 6,
        }
    }
}

/// Why a profile is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProfileError {
    /// Not TOML, or not of this form.
    #[error("{}{reason}", Place(Some(*.place)))]
    Form {
        /// Line and column of the file, from 1.
        place: (usize, usize),
        /// What stands there, and what is expected.
        reason: String,
    },
    /// Well formed, but no layout can be so.
    #[error("{}{key}: {reason}", Place(*.place))]
    Contradiction {
        /// Line and column of the file, from 1, where the key stands in it.
        place: Option<(usize, usize)>,
        /// The key of the file, or the part of the call, that cannot be.
        key: &'static str,
        /// Why, and what to do.
        reason: String,
    },
}

struct Place(Option<(usize, usize)>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |(line, column)| write!(f, "line {line}, column {column}: "))
    }
}

/// Why a layout does not meet a profile: the first bound that it misses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{key} is {found}, where the profile asks for {}", Wanted(*.wanted))]
pub struct ProfileFault {
    /// The bound, by its key in profile files.
    pub key: &'static str,
    /// What the layout has.
    pub found: usize,
    /// What the profile asks for; from 0, or up to [`usize::MAX`], where it has one bound only.
    pub wanted: Range,
}

impl ProfileFault {
    /// All bounds, in the order in which they are looked at.
    pub const KEYS: [&str; 8] = [
        "lengths",
        "mean_length_hundredths",
        "crossings",
        "across",
        "empty_edge",
        "quarter_percent",
        "hole",
        "hanging",
    ];
}

struct Wanted(Range);

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Range { min: 0, max } => write!(f, "at most {max}"),
            Range { min, max: usize::MAX } => write!(f, "at least {min}"),
            Range { min, max } => write!(f, "{min} to {max}"),
        }
    }
}

/// A profile file: each key with the place of its value.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileFile {
    lengths: Option<Spanned<Range>>,
    mean_length_hundredths: Option<Spanned<Range>>,
    crossings: Option<Spanned<Range>>,
    across: Option<Spanned<Range>>,
    empty_edge: Option<Spanned<usize>>,
    quarter_percent: Option<Spanned<usize>>,
    hole: Option<Spanned<usize>>,
    hanging: Option<Spanned<usize>>,
}

/// Takes the value of a file's line, if there is one, and notes where it stands.
fn take<T>(value: Option<Spanned<T>>, field: &mut T, key: &'static str, places: &mut Vec<(&'static str, usize)>) {
    if let Some(value) = value {
        places.push((key, value.span().start));
        *field = value.into_inner();
    }
}

impl Profile {
    /// Reads a profile file and holds it against a game.
    ///
    /// # Errors
    /// When the text is no TOML of this form, or when no layout of the game can meet it; with line and column.
    pub fn from_toml(text: &str, game: &game::Crossword) -> Result<Self, ProfileError> {
        let file: ProfileFile = toml::from_str(text).map_err(|error| ProfileError::Form {
            place: line_and_column(text, error.span().map_or(0, |span| span.start)),
            reason: error.message().replace('\n', "; "),
        })?;
        let (mut profile, mut places) = (Self::default(), Vec::new());
        take(file.lengths, &mut profile.lengths, "lengths", &mut places);
        take(file.mean_length_hundredths, &mut profile.mean_length_hundredths, "mean_length_hundredths", &mut places);
        take(file.crossings, &mut profile.crossings, "crossings", &mut places);
        take(file.across, &mut profile.across, "across", &mut places);
        take(file.empty_edge, &mut profile.empty_edge, "empty_edge", &mut places);
        take(file.quarter_percent, &mut profile.quarter_percent, "quarter_percent", &mut places);
        take(file.hole, &mut profile.hole, "hole", &mut places);
        take(file.hanging, &mut profile.hanging, "hanging", &mut places);
        let Err((keys, reason)) = profile.contradiction(game) else { return Ok(profile) };
        // Of the keys that do not go together, point at the first that the file has.
        let named = keys.iter().find_map(|key| places.iter().find(|(name, _)| name == key));
        Err(ProfileError::Contradiction {
            place: named.map(|(_, offset)| line_and_column(text, *offset)),
            key: named.map_or(keys[0], |(key, _)| key),
            reason,
        })
    }

    /// Whether a layout of this game could meet the profile, as far as counting tells.
    ///
    /// # Errors
    /// When two bounds contradict each other or the game.
    pub fn check_against(&self, game: &game::Crossword) -> Result<(), ProfileError> {
        self.contradiction(game).map_err(|(keys, reason)| ProfileError::Contradiction {
            place: None,
            key: keys[0],
            reason,
        })
    }

    fn contradiction(&self, game: &game::Crossword) -> Result<(), (&'static [&'static str], String)> {
        let (words, lengths, mean) = (game.words_per_grid, self.lengths, self.mean_length_hundredths);
        for (keys, range) in [
            (&["lengths"] as &'static [&'static str], lengths),
            (&["mean_length_hundredths"], mean),
            (&["crossings"], self.crossings),
            (&["across"], self.across),
        ] {
            if range.min > range.max {
                return Err((keys, format!("min {} is above max {}; exchange them", range.min, range.max)));
            }
        }
        if lengths.min < game.word_length.min || lengths.max > game.word_length.max {
            let Range { min, max } = game.word_length;
            return Err((&["lengths"], format!("words of this game have {min} to {max} letters (MC-D2); stay within")));
        }
        // All sums of slot lengths whose mean is in range; they are what the generator draws from.
        let totals = self.totals(words);
        if totals.min > totals.max {
            let reason = format!(
                "no {words} lengths of {} to {} have a mean of {}.{:02} to {}.{:02}; widen one of both ranges",
                lengths.min,
                lengths.max,
                mean.min / 100,
                mean.min % 100,
                mean.max / 100,
                mean.max % 100
            );
            return Err((&["mean_length_hundredths", "lengths"], reason));
        }
        if words < 2 || self.across.min >= words || self.across.max == 0 {
            let most = words.saturating_sub(1);
            let reason = format!("of {words} slots 1 to {most} run across, or none would cross another (MC-D4)");
            return Err((&["across"], reason));
        }
        if self.crossings.max.saturating_add(1) < words {
            let reason = format!("{words} connected slots (MC-D4) need {} crossings; raise max", words - 1);
            return Err((&["crossings"], reason));
        }
        let sides = self.across.min.max(1)..=self.across.max.min(words - 1);
        let most = sides.map(|across| across * (words - across)).max().unwrap_or(0);
        if self.crossings.min > most {
            let reason = format!("with these numbers across, {words} slots cross {most} times at most; lower min");
            return Err((&["crossings", "across"], reason));
        }
        if self.crossings.min > totals.max / 2 {
            let (total, most) = (totals.max, totals.max / 2);
            let reason =
                format!("each uses two letters of the {total} that {words} slots have; {most} is the most; lower min");
            return Err((&["crossings", "mean_length_hundredths", "lengths"], reason));
        }
        if self.quarter_percent > 25 {
            return Err((&["quarter_percent"], "four quarters cannot each hold more than 25 %; lower it".into()));
        }
        if self.hole == 0 {
            return Err((&["hole"], "every layout has grey cells; 1 is the least, 4 to 6 look well".into()));
        }
        Ok(())
    }

    /// Whether layouts of the profile could lie in a box, as far as counting tells.
    pub(super) fn check_box(&self, game: &game::Crossword, rows: usize, columns: usize) -> Result<(), ProfileError> {
        let fault = |key, reason| Err(ProfileError::Contradiction { place: None, key, reason });
        let (side, words) = (game.side, game.words_per_grid);
        if [rows, columns].iter().any(|cells| !(side.min..=side.max).contains(cells)) {
            let (min, max) = (side.min, side.max);
            let reason = format!("{columns}x{rows} is no box of this game: sides have {min} to {max} cells (MC-D4)");
            return fault("box", reason);
        }
        let longest = |cells: usize| self.lengths.max.min(cells);
        let most = (self.across.min.max(1)..=self.across.max.min(words - 1))
            .map(|across| across * longest(columns) + (words - across) * longest(rows))
            .max()
            .unwrap_or(0);
        if self.lengths.min > rows.min(columns) || most < self.totals(words).min {
            let reason =
                format!("slots as long as this do not fit {columns}x{rows}; shorten them or take a larger box");
            return fault("lengths", reason);
        }
        Ok(())
    }

    /// Smallest and largest sum of so many slot lengths whose mean is in range; none where min is above max.
    pub(super) fn totals(&self, words: usize) -> Range {
        let Range { min, max } = self.mean_length_hundredths;
        Range {
            min: min.saturating_mul(words).div_ceil(100).max(self.lengths.min * words),
            max: (max.saturating_mul(words) / 100).min(self.lengths.max * words),
        }
    }

    /// Whether a layout looks as the profile asks.
    ///
    /// # Errors
    /// The first bound that it misses.
    pub fn check(&self, layout: &Layout) -> Result<(), ProfileFault> {
        self.check_figures(&Figures::of(layout))
    }

    /// Whether measured looks are as the profile asks.
    ///
    /// # Errors
    /// The first bound that they miss, in the order of the fields of [`Profile`].
    pub fn check_figures(&self, figures: &Figures) -> Result<(), ProfileFault> {
        self.bounds(figures).into_iter().find_map(Result::err).map_or(Ok(()), Err)
    }

    /// All bounds that measured looks miss, in the order of the fields of [`Profile`].
    pub fn faults(&self, figures: &Figures) -> Vec<ProfileFault> {
        self.bounds(figures).into_iter().filter_map(Result::err).collect()
    }

    pub(super) fn check_spread(&self, spread: &Spread) -> Result<(), ProfileFault> {
        self.spread_bounds(spread).into_iter().collect()
    }

    fn bounds(&self, figures: &Figures) -> [Result<(), ProfileFault>; 9] {
        let mean = if self.totals(figures.slots).contains(figures.total_length) {
            Ok(())
        } else {
            let (found, wanted) = (figures.mean_length_hundredths(), self.mean_length_hundredths);
            Err(ProfileFault { key: "mean_length_hundredths", found, wanted })
        };
        let [empty_edge, quarter_percent, hole] = self.spread_bounds(&figures.spread);
        [
            bound("lengths", figures.shortest, self.lengths),
            bound("lengths", figures.longest, self.lengths),
            mean,
            bound("crossings", figures.crossings, self.crossings),
            bound("across", figures.across, self.across),
            empty_edge,
            quarter_percent,
            hole,
            bound("hanging", figures.hanging, at_most(self.hanging)),
        ]
    }

    fn spread_bounds(&self, spread: &Spread) -> [Result<(), ProfileFault>; 3] {
        // A share that is rounded down reaches a whole number exactly when the share itself does.
        let least = Range { min: self.quarter_percent, max: usize::MAX };
        [
            bound("empty_edge", spread.empty_edges.into_iter().max().unwrap_or(0), at_most(self.empty_edge)),
            bound("quarter_percent", spread.emptiest_quarter_percent(), least),
            bound("hole", spread.hole, at_most(self.hole)),
        ]
    }
}

const fn at_most(max: usize) -> Range {
    Range { min: 0, max }
}

const fn bound(key: &'static str, found: usize, wanted: Range) -> Result<(), ProfileFault> {
    if wanted.contains(found) { Ok(()) } else { Err(ProfileFault { key, found, wanted }) }
}

/// Line and column, from 1, of a byte of a text.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn an_empty_file_is_the_default() {
        let game = Game::mots_croises().crossword;
        assert_eq!(Profile::from_toml("", &game), Ok(Profile::default()));
        let profile = Profile::from_toml("crossings = { min = 24, max = 24 }\nhole = 4", &game).unwrap();
        let crossings = Range { min: 24, max: 24 };
        assert_eq!(profile, Profile { crossings, hole: 4, ..Profile::default() });
    }

    #[test]
    fn bad_profiles_are_refused_with_place_and_reason() {
        let game = Game::mots_croises().crossword;
        for (text, message) in [
            (
                "crossings = 3",
                "line 1, column 13: invalid type: integer `3`, expected a range such as { min = 3, max = 9 }",
            ),
            ("hole = 4\nhole 4", "line 2, column 6"),
            ("hole = 4 # é\nlengths = {", "line 2, column 1"),
            ("hole = 4\ncrosings = { min = 1, max = 2 }", "line 2, column 1"),
            ("hole = -1", "line 1, column 8"),
            ("across = { min = 9, max = 7 }", "line 1, column 10: across: min 9 is above max 7; exchange them"),
            ("lengths = { min = 3, max = 12 }", "line 1, column 11: lengths: words of this game have 3 to 11 letters"),
            (
                "# short words\nlengths = { min = 3, max = 4 }",
                "line 2, column 11: lengths: no 18 lengths of 3 to 4 have a mean of 4.80 to 6.20; widen one",
            ),
            (
                "mean_length_hundredths = { min = 481, max = 482 }",
                "line 1, column 26: mean_length_hundredths: no 18 lengths of 3 to 9 have a mean of 4.81 to 4.82",
            ),
            ("across = { min = 18, max = 20 }", "line 1, column 10: across: of 18 slots 1 to 17 run across"),
            (
                "crossings = { min = 5, max = 16 }",
                "line 1, column 13: crossings: 18 connected slots (MC-D4) need 17 crossings; raise max",
            ),
            (
                "crossings = { min = 82, max = 90 }",
                "line 1, column 13: crossings: with these numbers across, 18 slots cross 81 times at most; lower min",
            ),
            (
                "\n  crossings = { min = 60, max = 70 }",
                "line 2, column 15: crossings: each uses two letters of the 111 that 18 slots have; 55 is the most",
            ),
            ("quarter_percent = 26", "line 1, column 19: quarter_percent: four quarters cannot each hold more"),
            ("hole = 0", "line 1, column 8: hole: every layout has grey cells"),
        ] {
            let error = Profile::from_toml(text, &game).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn each_bound_is_looked_at() {
        let sound = Figures {
            slots: 18,
            across: 9,
            shortest: 3,
            longest: 9,
            total_length: 90,
            crossings: 24,
            hanging: 3,
            spread: Spread { empty_edges: [0, 1, 1, 0], letter_cells: 66, quarters: [66; 4], hole: 4 },
        };
        let profile = Profile::default();
        assert_eq!(profile.check_figures(&sound), Ok(()));
        let mut seen = Vec::new();
        for (figures, message) in [
            (Figures { shortest: 2, ..sound }, "lengths is 2, where the profile asks for 3 to 9"),
            (Figures { longest: 10, ..sound }, "lengths is 10, where the profile asks for 3 to 9"),
            (
                Figures { total_length: 86, ..sound },
                "mean_length_hundredths is 477, where the profile asks for 480 to 620",
            ),
            (Figures { crossings: 21, ..sound }, "crossings is 21, where the profile asks for 22 to 27"),
            (Figures { across: 12, ..sound }, "across is 12, where the profile asks for 7 to 11"),
            (
                Figures { spread: Spread { empty_edges: [0, 0, 2, 0], ..sound.spread }, ..sound },
                "empty_edge is 2, where the profile asks for at most 1",
            ),
            (
                Figures { spread: Spread { quarters: [42, 74, 74, 74], ..sound.spread }, ..sound },
                "quarter_percent is 15, where the profile asks for at least 16",
            ),
            (
                Figures { spread: Spread { hole: 6, ..sound.spread }, ..sound },
                "hole is 6, where the profile asks for at most 5",
            ),
            (Figures { hanging: 7, ..sound }, "hanging is 7, where the profile asks for at most 6"),
        ] {
            let fault = profile.check_figures(&figures).unwrap_err();
            assert_eq!(fault.to_string(), message);
            assert_eq!(profile.faults(&figures), std::slice::from_ref(&fault));
            seen.push(fault.key);
        }
        seen.dedup();
        assert_eq!(seen, ProfileFault::KEYS);
        let keys = |figures| profile.faults(&figures).iter().map(|fault| fault.key).collect::<Vec<_>>();
        assert_eq!(keys(sound), [""; 0]);
        assert_eq!(keys(Figures { crossings: 30, hanging: 9, ..sound }), ["crossings", "hanging"]);
    }

    #[test]
    fn boxes_are_held_against_game_and_lengths() {
        let mut game = Game::mots_croises().crossword;
        let profile = Profile::default();
        assert_eq!(profile.check_box(&game, 11, 15), Ok(()));
        let error = profile.check_box(&game, 10, 12).unwrap_err().to_string();
        assert_eq!(error, "box: 12x10 is no box of this game: sides have 11 to 15 cells (MC-D4)");
        game.side.min = 3;
        let error = profile.check_box(&game, 4, 4).unwrap_err().to_string();
        assert!(error.starts_with("lengths: slots as long as this do not fit 4x4"), "{error}");
    }
}
