//! Proofs in the domain's words: which letters leave too few words, which slots can't be filled together.

use super::bounds::{Kind, Shortage};
use super::fill::{Infeasible, Reason, Refutation};
use super::layout::Layout;
use super::sat::Core;
use crate::letters::LetterSet;

/// What is said of a proof that would not hold without the screen.
const SCREENED: &str = " (fills on which something improper can be read do not count)";

impl Infeasible {
    /// The proof in words, for a fill under these letters with the layouts of this pool: what is lacking, and its scope.
    ///
    /// Layouts are numbered from 1, as `alveole layout generate` prints them; rows and columns count from 0.
    pub fn explain(&self, shown: LetterSet, pool: &[Layout]) -> String {
        match self {
            Self::Lexicon(shortage) => format!("on any layout: {}", lexicon(*shortage, shown)),
            Self::Theme { found, needed } => {
                format!(
                    "on any layout: {found} theme words (one a lemma) are among the words in use, and {needed} are wanted"
                )
            }
            Self::Layouts(refutations) => {
                let scope = match &refutations[..] {
                    [_] => "on exactly this choice of layouts".into(),
                    several => format!("on exactly these {} choices of layouts", several.len()),
                };
                let reasons: Vec<String> =
                    refutations.iter().map(|refutation| refutation.explain(shown, pool)).collect();
                format!("{scope}: {}", reasons.join("; "))
            }
        }
    }
}

impl Refutation {
    fn explain(&self, shown: LetterSet, pool: &[Layout]) -> String {
        let layouts: Vec<String> = self.layouts.iter().map(|layout| (layout + 1).to_string()).collect();
        let layouts = layouts.join("+");
        let grid = self.grid.map_or_else(|| "the grids together".into(), |grid| format!("grid {}", grid + 1));
        match &self.reason {
            Reason::Counting(Shortage { kind, available, needed }) => {
                let kind = kind.with(shown);
                format!(
                    "layouts {layouts}: {grid} can hold {available} words {kind} of the lengths there, and needs {needed}"
                )
            }
            Reason::Exhausted { screened } => {
                let screened = if *screened { SCREENED } else { "" };
                format!("layouts {layouts}: every possibility was tried{screened}")
            }
            Reason::Core(core) => format!("layouts {layouts}: {grid} can't be filled: {}", self.core(core, pool)),
        }
    }

    fn core(&self, core: &Core, pool: &[Layout]) -> String {
        let grids: Vec<usize> = self.grid.map_or_else(|| (0..self.layouts.len()).collect(), |grid| vec![grid]);
        let all: usize = grids.iter().map(|grid| pool[self.layouts[*grid]].slots().len()).sum();
        let slots = if core.slots.len() == all {
            format!("it takes all {all} slots")
        } else {
            let names: Vec<String> = core
                .slots
                .iter()
                .map(|(grid, slot)| {
                    let slot = pool[self.layouts[*grid]].slots()[*slot];
                    let grid = if grids.len() > 1 { format!("{}:", grid + 1) } else { String::new() };
                    format!("{grid}{}:{}:{}", slot.row, slot.column, slot.direction)
                })
                .collect();
            format!("it takes {} of {all} slots ({})", names.len(), names.join(" "))
        };
        let screened = if core.screened { SCREENED } else { "" };
        match (core.hidden.is_empty(), core.shown.is_empty()) {
            (true, true) => format!("{slots}{screened}"),
            (false, true) => format!("{slots}, with {} hidden{screened}", core.hidden),
            (true, false) => format!("{slots}, with {} shown{screened}", core.shown),
            (false, false) => format!("{slots}, with {} hidden and {} shown{screened}", core.hidden, core.shown),
        }
    }
}

fn lexicon(Shortage { kind, available, needed }: Shortage, shown: LetterSet) -> String {
    let kind = kind.with(shown);
    format!("too few words {kind}: a unit can have {available} of them (one a lemma), and needs {needed}")
}

impl Kind {
    fn with(self, shown: LetterSet) -> String {
        match self {
            Self::Completed => format!("written with {shown} alone"),
            Self::Open => format!("with one of the hidden letters {}", shown.complement()),
        }
    }
}
