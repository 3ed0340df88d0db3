//! Finds the paths of a Rust text that lead to a room of the crate, or to another crate.
//!
//! It reads tokens, not syntax: enough for paths, and it needs no parser. Names from macros are not seen.

/// A path to a room.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    /// The first name behind `crate`, or behind `alveole` outside of the library.
    pub(crate) room: String,
    pub(crate) line: usize,
}

/// A path that starts at a crate.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct External {
    pub(crate) name: String,
    pub(crate) line: usize,
}

#[derive(Debug)]
struct Token {
    /// A name, `::`, or one other character.
    text: String,
    line: usize,
}

impl Token {
    fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c == '_' || c.is_alphabetic())
    }
}

/// All paths to rooms, in order. In the program, `crate::` and `super::` are its own modules, and `alveole::` is the
/// library.
pub(crate) fn references(file: &str, text: &str) -> Vec<Reference> {
    let tokens = tokens(text);
    let program = file.starts_with("bin/");
    let depth = if program { usize::MAX } else { file_depth(file) };
    let mut found = Vec::new();
    // The braces that are open, and for each whether it is a module's.
    let mut open: Vec<bool> = Vec::new();
    let mut skip_to = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "{" => open.push(at >= 2 && tokens[at - 2].text == "mod" && tokens[at - 1].is_name()),
            "}" => {
                open.pop();
            }
            _ => {}
        }
        if at < skip_to || at > 0 && tokens[at - 1].text == "::" && at > 1 && tokens[at - 2].is_name() {
            continue;
        }
        match token.text.as_str() {
            "alveole" => found.extend(heads(&tokens, at + 1)),
            "crate" if !program => found.extend(heads(&tokens, at + 1)),
            "super" if !program => {
                let mut ups = 1;
                let mut end = at + 1;
                while text_at(&tokens, end) == "::" && text_at(&tokens, end + 1) == "super" {
                    (ups, end) = (ups + 1, end + 2);
                }
                skip_to = end;
                if ups >= depth + open.iter().filter(|module| **module).count() {
                    found.extend(heads(&tokens, end));
                }
            }
            _ => {}
        }
    }
    found
}

/// All paths that start at another crate, and `extern crate`.
pub(crate) fn external_crates(text: &str) -> Vec<External> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.is_name()) {
        let before = if at > 0 { text_at(&tokens, at - 1) } else { "" };
        let inner = before == "." || before == "::" && at > 1 && tokens[at - 2].is_name();
        let named = matches!(before, "use" | "crate") || text_at(&tokens, at + 1) == "::";
        if named && !inner {
            found.push(External { name: token.text.clone(), line: token.line });
        }
    }
    found
}

/// How many modules lead from the crate to the items of a file: none for `lib.rs`, one for `a.rs` and `a/mod.rs`.
fn file_depth(file: &str) -> usize {
    match file.split('/').collect::<Vec<_>>()[..] {
        ["lib.rs"] => 0,
        [.., "mod.rs"] => file.split('/').count() - 1,
        _ => file.split('/').count(),
    }
}

fn text_at(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |token| &token.text)
}

/// The names behind `crate`: one, or those of a group. What is no `::` (as in `pub(crate)`) leads nowhere, but
/// `crate as` does: to everything.
fn heads(tokens: &[Token], at: usize) -> Vec<Reference> {
    let reference = |token: &Token| Reference { room: token.text.clone(), line: token.line };
    match text_at(tokens, at) {
        "as" => vec![reference(&tokens[at])],
        "::" if text_at(tokens, at + 1) == "{" => {
            let mut found = Vec::new();
            let mut depth = 0;
            for pair in tokens[at + 1..].windows(2) {
                match pair[0].text.as_str() {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
                if depth == 1 && matches!(pair[0].text.as_str(), "{" | ",") && pair[1].text != "}" {
                    found.push(reference(&pair[1]));
                }
            }
            found
        }
        "::" => tokens.get(at + 1).map(reference).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The tokens of a text, without comments, texts and characters.
fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let is_name = |c: &char| *c == '_' || c.is_alphanumeric();
    let looking = |at: usize| chars.get(at).copied().unwrap_or('\0');
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    while at < chars.len() {
        let start = at;
        let here = chars[at];
        match here {
            '/' if looking(at + 1) == '/' => {
                while at < chars.len() && chars[at] != '\n' {
                    at += 1;
                }
            }
            '/' if looking(at + 1) == '*' => {
                let mut depth = 0;
                while at < chars.len() {
                    match (chars[at], looking(at + 1)) {
                        ('/', '*') => (depth, at) = (depth + 1, at + 2),
                        ('*', '/') => (depth, at) = (depth - 1, at + 2),
                        _ => at += 1,
                    }
                    if depth == 0 {
                        break;
                    }
                }
            }
            '"' => at = text_end(&chars, at),
            // A character, unless it is a lifetime.
            '\'' if looking(at + 1) == '\\' => {
                at += 3;
                while at < chars.len() && chars[at] != '\'' {
                    at += 1;
                }
                at += 1;
            }
            '\'' if looking(at + 2) == '\'' => at += 3,
            ':' if looking(at + 1) == ':' => {
                at += 2;
                found.push(Token { text: "::".into(), line });
            }
            _ if is_name(&here) => {
                while at < chars.len() && is_name(&chars[at]) {
                    at += 1;
                }
                let name: String = chars[start..at].iter().collect();
                let raw = matches!(name.as_str(), "r" | "br" | "cr");
                let hashes = chars[at..].iter().take_while(|c| **c == '#').count();
                if raw && looking(at + hashes) == '"' {
                    let end: String = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
                    let body = at + hashes + 1;
                    let rest: String = chars[body..].iter().collect();
                    let length = rest.find(&end).map_or(rest.len(), |bytes| bytes + end.len());
                    at = body + rest[..length].chars().count();
                } else if !(matches!(name.as_str(), "b" | "c") && looking(at) == '"') {
                    found.push(Token { text: name, line });
                }
            }
            _ if here.is_whitespace() => at += 1,
            _ => {
                at += 1;
                found.push(Token { text: here.into(), line });
            }
        }
        line += chars[start..at.min(chars.len())].iter().filter(|c| **c == '\n').count();
    }
    found
}

/// The place behind the text that starts here.
fn text_end(chars: &[char], start: usize) -> usize {
    let mut at = start + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}
