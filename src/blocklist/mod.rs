//! What must not be read on a unit (article 4.8), as data: entries, written decisions, the team's overrides.
//!
//! Nothing is matched here: the `screen` room reads units, and the judge reads them again in its own way.
//!
//! Every folded word has at most one [`Decision`]. A row of the improper words, the brands or the misspellings blocks it, a
//! row of `allow.tsv` says why a word that some source blocks is allowed, and a line of [`Overrides`] comes before all.
//! The [`Policy`] says which blocked words count in which reading of a unit: from it follow the words that are [`Sought`]
//! beyond whole words, and the [`Pair`]s that count.

mod entry;
mod overrides;
mod policy;
mod rows;
mod sought;
mod tables;

use std::fmt;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use sha2::{Digest, Sha256};

pub use entry::{Allowed, Decision, Entry, Kind, Listed, Pair, Prominence, Severity, Sought, Theme};
pub use overrides::{Action, Override, Overrides};
pub use policy::{Policy, Reach};
pub use tables::{Table, TableFault, Tables};

use crate::letters::Word;
use crate::table::{Fault, utf8};
use rows::{ByHand, READERS};
use sought::SoughtWords;
pub use sought::Starts;

/// The lists, one decision a word, under a policy.
#[derive(Clone)]
pub struct Blocklist {
    policy: Policy,
    decisions: HashMap<Word, Decision, FxBuildHasher>,
    /// What else the lists say of the words that are decided.
    beneath: HashMap<Word, Vec<Decision>, FxBuildHasher>,
    pairs: Vec<Pair>,
    by_hand: Vec<ByHand>,
    sought: SoughtWords,
    /// The pairs that count, by their places in `pairs`.
    partners: HashMap<Word, Vec<usize>, FxBuildHasher>,
    digests: Vec<(String, [u8; 32])>,
}

impl Blocklist {
    /// The lists of this crate.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn embedded() -> Self {
        Self::read(&Tables::EMBEDDED).expect("the embedded lists are sound")
    }

    /// No list at all: nothing is blocked.
    pub fn empty() -> Self {
        Self {
            policy: Policy::embedded(),
            decisions: HashMap::default(),
            beneath: HashMap::default(),
            pairs: Vec::new(),
            by_hand: Vec::new(),
            sought: SoughtWords::default(),
            partners: HashMap::default(),
            digests: Vec::new(),
        }
    }

    /// Reads the tables, under the crate's policy; nothing is half-loaded.
    ///
    /// # Errors
    /// When a text is not UTF-8, a row is no row of its table, or a word has two rows (both are named).
    pub fn read(tables: &Tables) -> Result<Self, TableFault> {
        // Taken apart, so that none is forgotten.
        let Tables { offensive, allow, brands, misspellings, pairs, containment } = *tables;
        let tables: [(Table, &[u8], rows::Reader); 6] = [
            (Table::Offensive, offensive, Self::read_offensive),
            (Table::Brands, brands, Self::read_brands),
            (Table::Misspellings, misspellings, Self::read_misspellings),
            (Table::Allow, allow, Self::read_allowed),
            (Table::Pairs, pairs, Self::read_pairs),
            (Table::Containment, containment, Self::read_containment),
        ];
        let mut lists = Self::empty();
        for (table, bytes, read) in tables {
            let rows = utf8(bytes).and_then(|text| read(&mut lists, table, text));
            rows.map_err(|fault| TableFault { table, fault })?;
            lists.digests.push((table.file().into(), Sha256::digest(bytes).into()));
        }
        Ok(lists.settled())
    }

    /// These lists under another policy.
    #[must_use]
    pub fn under(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self.settled()
    }

    /// These lists and a further one of the team: one of the tables, told by its first line, or one banned word a line.
    ///
    /// `number` is its place among the further lists, from 0. It may say again what is known; a word that the overrides
    /// decide is theirs, so they go before it. Another row that blocks a blocked word makes it count where either does.
    ///
    /// # Errors
    /// When the text is not UTF-8, a row is no row of its table, or a row contradicts another (both are named).
    ///
    /// ```
    /// use alveole::blocklist::Blocklist;
    /// use alveole::letters::fold;
    /// let lists = Blocklist::embedded().and_list(0, "moulin\nthé\n".as_bytes()).unwrap();
    /// assert!(lists.blocking(fold("moulin").unwrap()).is_some());
    /// let error = Blocklist::embedded().and_list(0, b"moulin\nchat\n").unwrap_err().to_string();
    /// assert!(error.starts_with("line 2, column 1: CHAT is allowed by allow.tsv line "));
    /// ```
    pub fn and_list(mut self, number: u8, bytes: &[u8]) -> Result<Self, Fault> {
        let (text, table) = (utf8(bytes)?, Table::Further(number));
        let first = text.lines().next().unwrap_or("").trim_end();
        let read = match READERS.iter().find(|(schema, _)| *schema == first) {
            Some((_, read)) => *read,
            None if first.starts_with("#alveole/") => {
                let known: Vec<&str> = READERS.iter().map(|(schema, _)| *schema).collect();
                let problem = format!("{first} is no list; lists start with {}", known.join(", "));
                return Err(Fault { line: 1, column: 1, problem });
            }
            None => Self::read_plain,
        };
        read(&mut self, table, text)?;
        self.digests.push((table.to_string(), Sha256::digest(bytes).into()));
        Ok(self.settled())
    }

    /// These lists under the team's overrides, which come first.
    #[must_use]
    pub fn with(mut self, overrides: &Overrides) -> Self {
        for line in overrides.lines() {
            let reason: Box<str> = format!("{} ({}, overrides line {})", line.reason, line.date, line.line).into();
            let listed = Listed { table: Table::Overrides, line: line.line };
            let decision = match line.action {
                Action::Ban => Decision::Block(Entry {
                    word: line.word,
                    display: line.display.clone(),
                    kind: Kind::Ban,
                    source: "overrides".into(),
                    reason,
                    listed,
                }),
                Action::Allow => Decision::Allow(Allowed { reason, listed }),
                Action::Add | Action::Level => continue,
            };
            if let Some(earlier) = self.decisions.insert(line.word, decision) {
                self.beneath.entry(line.word).or_default().push(earlier);
            }
        }
        self.settled()
    }

    /// Which entries count in which reading.
    pub const fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The entry that blocks this very word where it is a word of the record or a maximal run, if the policy counts it.
    pub fn blocking(&self, word: Word) -> Option<&Entry> {
        self.reached(word, &self.policy.words)
    }

    /// The entry that blocks this very word where it is read off the question marks, if the policy counts it.
    pub fn blocking_in_question_marks(&self, word: Word) -> Option<&Entry> {
        self.reached(word, &self.policy.question_marks)
    }

    /// The first of a blocked word's rows that counts in a reading: the one that decides, or another that says the same. A
    /// ban of what is improper anyway takes nothing away from how it is sought.
    fn reached(&self, word: Word, reach: &Reach) -> Option<&Entry> {
        let Decision::Block(decides) = self.decisions.get(&word)? else { return None };
        let others = self.beneath(word).iter().filter_map(|other| match other {
            Decision::Block(entry) => Some(entry),
            Decision::Allow(_) => None,
        });
        std::iter::once(decides).chain(others).find(|entry| reach.has(entry))
    }

    /// The blocked words, in no order, whether or not the policy counts them somewhere.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.decisions.values().filter_map(|decision| match decision {
            Decision::Block(entry) => Some(entry),
            Decision::Allow(_) => None,
        })
    }

    /// What is decided of a word, if anything is.
    pub fn decision(&self, word: Word) -> Option<&Decision> {
        self.decisions.get(&word)
    }

    /// What the lists say of a word besides the row that decides, in their order. Of a word that the overrides decide: what
    /// would hold without them.
    pub fn beneath(&self, word: Word) -> &[Decision] {
        self.beneath.get(&word).map_or(&[], Vec::as_slice)
    }

    /// Whether a written decision allows a word: what is read inside it does not count.
    pub fn allows(&self, word: Word) -> bool {
        matches!(self.decisions.get(&word), Some(Decision::Allow(_)))
    }

    /// The words that insult together, sorted; the policy may leave some of them out.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// How many words are blocked, and how many are allowed by a written decision.
    pub fn counts(&self) -> (usize, usize) {
        let blocked = self.decisions.values().filter(|decision| matches!(decision, Decision::Block(_))).count();
        (blocked, self.decisions.len() - blocked)
    }

    /// The lists by name, with the SHA-256 of each file, and the policy's; overrides have their own.
    pub fn digests(&self) -> impl Iterator<Item = (&str, [u8; 32])> {
        let lists = self.digests.iter().map(|(name, digest)| (name.as_str(), *digest));
        lists.chain([("policy.toml", self.policy.digest())])
    }

    /// SHA-256 over [all digests](Self::digests), in their order.
    pub fn digest(&self) -> [u8; 32] {
        let mut all = Sha256::new();
        self.digests().for_each(|(_, digest)| all.update(digest));
        all.finalize().into()
    }
}

impl fmt::Debug for Blocklist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocklist").field("counts", &self.counts()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letters::fold;

    const BLOCK: &str = "#alveole/blocklist/1\nword\tdisplay\ttheme\tseverity\tsource\treason\n\
        MERDE\tmerde\tscatological\tstrong\tcuss\tvulgar\n";
    /// The lists with these improper words, and CHAT allowed.
    fn read(offensive: &str) -> Result<Blocklist, TableFault> {
        Blocklist::read(&Tables { offensive: offensive.as_bytes(), allow: FEW.as_bytes(), ..Tables::EMPTY })
    }

    const FEW: &str = "#alveole/allow/1\nword\treason\nCHAT\tan animal\n";

    #[test]
    fn embedded_lists_are_read() {
        let lists = Blocklist::embedded();
        assert!(lists.blocking(fold("merde").unwrap()).is_some());
        for innocent in [
            "CONCOMBRE",
            "CALCUL",
            "DISPUTE",
            "VIOLON",
            "HABITER",
            "DEPUTE",
            "INNOCENT",
            "LUCIDE",
            "SERGENT",
            "CHAT",
            "PANIER",
        ] {
            assert_eq!(lists.blocking(fold(innocent).unwrap()), None, "{innocent}");
        }
    }

    #[test]
    fn case_and_width_fold() {
        for form in ["MERDE", "Merde", "ｍｅｒｄｅ"] {
            let lists = read(&BLOCK.replacen("MERDE", form, 1)).unwrap();
            assert!(lists.blocking(fold("merde").unwrap()).is_some(), "{form}");
        }
    }

    #[test]
    fn bad_rows_are_named() {
        for (from, to, message) in [
            ("MERDE", "m-e", "offensive.tsv, line 3, column 1: \"m-e\" is no word"),
            ("scatological", "silly", "offensive.tsv, line 3, column 13: unknown theme \"silly\""),
            ("strong", "big", "offensive.tsv, line 3, column 26: unknown severity \"big\""),
            ("MERDE", "CHAT", "allow.tsv, line 3, column 1: CHAT is blocked by offensive.tsv line 3: keep one"),
            ("\tvulgar", "", "offensive.tsv, line 3, column 1: 5 fields where there must be 6"),
            ("#alveole/blocklist/1", "#alveole/blocklist/9", "offensive.tsv, line 1, column 1: the first line must be"),
        ] {
            let text = BLOCK.replacen(from, to, 1);
            let error = read(&text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn brands_and_misspellings_block() {
        let lists = Blocklist::embedded();
        let blocking =
            |word| lists.blocking(fold(word).unwrap()).map(|entry| (entry.kind.to_string(), entry.listed.table));
        assert_eq!(blocking("absolut"), Some(("brand, alcohol, of high prominence".into(), Table::Brands)));
        assert_eq!(blocking("abandoner"), Some(("misspelling of abandonner".into(), Table::Misspellings)));
        assert_eq!(blocking("orange"), None);
        assert!(lists.pairs().iter().any(|pair| pair.words.map(|word| word.to_string()) == ["AFRICAIN", "CAFARD"]));
        let anus = lists.sought().iter().find(|sought| sought.word == fold("anus").unwrap()).unwrap();
        assert_eq!((anus.inside, anus.cells, anus.pieces), (false, true, true));
    }

    #[test]
    fn bad_rows_of_every_table_are_named() {
        type Change = fn(&mut Tables<'static>, &'static [u8]);
        let with: [(Change, &str, &str); 9] = [
            (
                |tables, row| tables.brands = row,
                "BIC\tBic\tpens\thuge\thand\tpens",
                "brands.tsv, line 3, column 14: unknown prominence \"huge\"",
            ),
            (
                |tables, row| tables.brands = row,
                "C4\tC4\tpens\thigh\thand\tpens",
                "brands.tsv, line 3, column 1: \"C4\" is no word",
            ),
            (
                |tables, row| tables.misspellings = row,
                "CHATT\tchat\tdoubled",
                "misspellings.tsv, line 3, column 1: 3 fields where there must be 4",
            ),
            (
                |tables, row| tables.pairs = row,
                "UN\tUN\tinsult\tmild\tx",
                "pairs.tsv, line 3, column 4: UN stands beside itself",
            ),
            (
                |tables, row| tables.pairs = row,
                "UN\tDEUX\tsilly\tmild\tx",
                "pairs.tsv, line 3, column 9: unknown theme \"silly\"",
            ),
            (
                |tables, row| tables.pairs = row,
                "UN\tDEUX\tinsult\tmild\tx\nDEUX\tUN\tinsult\tmild\tx",
                "pairs.tsv, line 4, column 1: line 3 has DEUX and UN too",
            ),
            (
                |tables, row| tables.containment = row,
                "ANUS\tpieces|up\tx",
                "containment.tsv, line 3, column 6: unknown reading \"up\"",
            ),
            (
                |tables, row| tables.containment = row,
                "ANUS\tpieces\tx",
                "containment.tsv, line 3, column 1: ANUS is not blocked",
            ),
            (
                |tables, row| tables.allow = row,
                "A\tx\nA\ty",
                "allow.tsv, line 4, column 1: A is allowed by allow.tsv line 3",
            ),
        ];
        for (change, rows, message) in with {
            let heads = [
                Tables::EMPTY.brands,
                Tables::EMPTY.misspellings,
                Tables::EMPTY.pairs,
                Tables::EMPTY.containment,
                Tables::EMPTY.allow,
            ];
            let file = message.split('.').next().unwrap();
            let head = heads.into_iter().find(|head| head.starts_with(format!("#alveole/{file}/").as_bytes())).unwrap();
            let bytes = [head, rows.as_bytes(), b"\n"].concat().leak();
            let mut tables = Tables::EMPTY;
            change(&mut tables, bytes);
            let error = Blocklist::read(&tables).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        let tables = Tables { misspellings: b"\xff", ..Tables::EMPTY };
        let error = Blocklist::read(&tables).unwrap_err().to_string();
        assert_eq!(error, "misspellings.tsv, line 1, column 1: not UTF-8: save the file as UTF-8");
    }

    #[test]
    fn overrides_come_first() {
        let overrides = "#alveole/overrides/1\naction\tword\tlevel\tlemma\tdate\treason\n\
            ban\tchat\t-\t-\t2026-11-30\tour rival's mascot\nallow\tmerde\t-\t-\t2026-11-30\ttest\n";
        let overrides = Overrides::read(overrides.as_bytes()).unwrap();
        let lists = read(BLOCK).unwrap().with(&overrides);
        assert_eq!(lists.blocking(fold("chat").unwrap()).unwrap().kind, Kind::Ban);
        assert_eq!(lists.blocking(fold("merde").unwrap()), None);
        assert_eq!(lists.counts(), (1, 1));
    }

    #[test]
    fn a_word_is_sought_by_one_row() {
        let containment = b"#alveole/containment/1\nword\treadings\treason\nMERDE\tpieces\tx\nMERDE\tcells\tx\n";
        let error = Blocklist::read(&Tables { offensive: BLOCK.as_bytes(), containment, ..Tables::EMPTY }).unwrap_err();
        assert_eq!(error.to_string(), "containment.tsv, line 4, column 1: line 3 has MERDE too: keep one");
    }

    #[test]
    fn the_policy_says_what_is_sought() {
        let lists = Blocklist::embedded();
        let readings = |lists: &Blocklist, word: &str| {
            let found = lists.sought_as(fold(word).unwrap().letters())?;
            Some((found.inside, found.cells, found.pieces))
        };
        assert_eq!(readings(&lists, "merde"), Some((true, true, true)));
        assert_eq!(readings(&lists, "con"), Some((false, false, true)));
        assert_eq!(readings(&lists, "chia"), None);
        assert_eq!(readings(&lists, "abruti"), None);
        let medium = "schema = 'alveole/policy/1'\n[cells]\noffensive = 'medium'\nletters = 5\nexcept = ['abrutie']\n";
        let lists = lists.under(Policy::read(medium.as_bytes()).unwrap());
        assert_eq!(readings(&lists, "abruti"), Some((false, true, false)));
        assert_eq!(readings(&lists, "abrutie"), None);
        assert_eq!(lists.blocking(fold("merde").unwrap()), None, "the policy counts no whole words");
        assert!(lists.sought().windows(2).all(|two| two[0].word < two[1].word));
        for sought in lists.sought() {
            let [first, second, ..] = sought.word.letters() else { panic!("{}", sought.word) };
            assert!(lists.sought_from(*first, *second).contains(sought));
        }
        assert_eq!(lists.pairs_with(fold("cafard").unwrap()).count(), 0);
    }

    #[test]
    fn bans_and_allowed_words_change_what_is_sought() {
        let text = "#alveole/overrides/1\naction\tword\tlevel\tlemma\tdate\treason\n\
            ban\tmoulin\t-\t-\t2026-11-30\ta rival\nallow\tmerde\t-\t-\t2026-11-30\ttest\n";
        let lists = Blocklist::embedded().with(&Overrides::read(text.as_bytes()).unwrap());
        let moulin = lists.sought_as(fold("moulin").unwrap().letters()).unwrap();
        assert_eq!((moulin.inside, moulin.cells, moulin.pieces), (false, true, true));
        assert_eq!(lists.sought_as(fold("merde").unwrap().letters()), None);
    }

    /// What is banned although it is blocked, and what a further list blocks more strongly, counts where either row does.
    #[test]
    fn no_row_weakens_another() {
        let readings = |lists: &Blocklist, word: &str| {
            lists.sought_as(fold(word).unwrap().letters()).map(|found| (found.inside, found.cells, found.pieces))
        };
        let all = Some((true, true, true));
        let ban = "#alveole/overrides/1\naction\tword\tlevel\tlemma\tdate\treason\n\
            ban\tmerde\t-\t-\t2026-11-30\tonce more\n";
        let ban = Overrides::read(ban.as_bytes()).unwrap();
        let merde = fold("merde").unwrap();
        let lists = Blocklist::embedded().with(&ban);
        assert_eq!((readings(&lists, "merde"), &lists.blocking(merde).unwrap().kind), (all, &Kind::Ban));
        // The policy may leave bans out.
        let policy = "schema = 'alveole/policy/1'\n[words]\noffensive = 'mild'\nletters = 2\n";
        let lists = lists.under(Policy::read(policy.as_bytes()).unwrap());
        assert_eq!(lists.blocking(merde).unwrap().listed.table, Table::Offensive);
        let strong = BLOCK.replace("MERDE\tmerde", "ABRUTI\tabruti");
        let lists = Blocklist::embedded().and_list(0, strong.as_bytes()).unwrap();
        assert_eq!(readings(&Blocklist::embedded(), "abruti"), None);
        assert_eq!(readings(&lists, "abruti"), all);
        let plain = Blocklist::embedded().and_list(0, b"merde\n").unwrap();
        assert_eq!(readings(&plain, "merde"), all);
        let rows = "#alveole/containment/1\nword\treadings\treason\nANUS\tinside\tx\n";
        let lists = Blocklist::embedded().and_list(0, rows.as_bytes()).unwrap();
        assert_eq!(readings(&lists, "anus"), all, "the built-in row seeks it across cells and as a piece");
    }

    #[test]
    fn further_lists_join() {
        let ban = |list: &[u8]| Blocklist::embedded().and_list(0, list);
        let lists = ban("Moulin\n\n# comment\nMERDE\nmoulin\n".as_bytes()).unwrap();
        let (moulin, merde) = (fold("moulin").unwrap(), fold("merde").unwrap());
        assert_eq!(lists.blocking(moulin).unwrap().listed, Listed { table: Table::Further(0), line: 1 });
        assert_eq!(lists.blocking(merde).unwrap().listed.table, Table::Offensive, "known already");
        let names: Vec<&str> = lists.digests().map(|(name, _)| name).collect();
        assert_eq!(names[6..], ["further list 1", "policy.toml"]);
        assert_ne!(lists.digest(), Blocklist::embedded().digest());
        assert!(ban(BLOCK.as_bytes()).is_ok());
        for (list, message) in [
            ("moulin\nc4\n", "line 2, column 1: \"c4\" is no word"),
            ("moulin\nchat\n", "line 2, column 1: CHAT is allowed by allow.tsv line "),
            (
                "#alveole/lexicon/1\n",
                "line 1, column 1: #alveole/lexicon/1 is no list; lists start with #alveole/blocklist/1",
            ),
            ("#alveole/allow/1\nword\treason\nMERDE\tx\n", "line 3, column 1: MERDE is blocked by offensive.tsv line "),
        ] {
            let error = ban(list.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        let text = "#alveole/overrides/1\naction\tword\tlevel\tlemma\tdate\treason\n\
            allow\tchat\t-\t-\t2026-11-30\tours\n";
        let lists = Blocklist::embedded().with(&Overrides::read(text.as_bytes()).unwrap());
        let (lists, chat) = (lists.and_list(0, b"chat\n").unwrap(), fold("chat").unwrap());
        assert!(lists.allows(chat), "the overrides decide");
        let beneath: Vec<Table> = lists.beneath(chat).iter().map(|decision| decision.listed().table).collect();
        assert_eq!(beneath, [Table::Allow, Table::Further(0)]);
        assert_eq!(lists.beneath(merde), []);
    }
}
