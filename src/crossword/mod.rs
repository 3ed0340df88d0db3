//! Crossword grids: where words may stand (`layout`), and which words stand there (`fill`).

pub mod layout;
