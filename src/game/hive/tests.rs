use super::*;

#[test]
fn ruche_d_or_is_the_rule_text() {
    let game = HiveGame::ruche_d_or();
    let total: Cents = game.lots.iter().map(|row| row.cents * row.count).sum();
    assert_eq!(game.lots.iter().map(|row| row.count).sum::<u64>(), 2_437_768);
    assert_eq!((total, game.losing_units()), (Cents::from_euros(16_875_000), 5_062_232));
    assert_eq!(game.stake_cents * game.block_units, Cents::from_euros(22_500_000));
    let lines: Vec<_> = game.lines.iter().map(|line| (line.cells, line.cents.0 / 100)).collect();
    assert_eq!(lines, [(4, 3), (5, 5), (6, 10), (7, 20), (6, 50), (5, 500), (4, 100_000)]);
    assert_eq!(
        [3, 4, 5, 6, 7, 8, 9].map(|bees| game.bonus_gain(bees).map_or(0, |gain| gain.0 / 100)),
        [0, 3, 5, 10, 20, 50, 0]
    );
    assert_eq!((game.bee, game.multipliers.as_slice()), (Cents::from_euros(5), &HiveGame::MULTIPLIERS[..]));
    assert_eq!((game.playable.len(), game.fillers.len(), game.plans.max_gains), (3, 3, 3));
}

/// The rates of picked symbols are those of fillings with six symbols, none more than twice, each as likely as the next.
#[test]
fn the_rates_are_the_law_of_a_uniform_filling() {
    let game = HiveGame::ruche_d_or();
    for cells in 2..=7_u32 {
        let mut fillings = [0_u32; 3];
        for code in 0..6_u32.pow(cells) {
            let symbols: Vec<u32> = (0..cells).map(|cell| code / 6_u32.pow(cell) % 6).collect();
            let count = |symbol| symbols.iter().filter(|other| **other == symbol).count();
            if (0..6).all(|symbol| count(symbol) <= 2) {
                fillings[count(0)] += 1;
            }
        }
        assert_eq!(game.picked_weights(cells as usize), fillings, "{cells} cells");
    }
}

#[test]
fn broken_games_are_refused_by_line() {
    for (from, to, message) in [
        ("alveole/game/1", "alveole/game/2", "line 2, column 10: schema is \"alveole/game/2\"; this version reads"),
        (
            "{ cells = 4, cents = 300 }",
            "{ cells = 2, cents = 300 }",
            "line 17, column 3: line 1 has 2 cells: it needs 4 to 10",
        ),
        ("{ cells = 4, cents = 300 }", "{ cells = 11, cents = 300 }", "line 17, column 3: line 1 has 11 cells"),
        (
            "{ cells = 5, cents = 500 }",
            "{ cells = 5, cents = 0 }",
            "line 18, column 3: line 2 pays 0 €: amounts are positive",
        ),
        ("[2, 3, 4, 5, 6, 10]", "[2, 3, 4, 5, 6, 7]", "line 12, column 31: there is no multiplier ×7"),
        ("[2, 3, 4, 5, 6, 10]", "[3, 2]", "line 12, column 19: ×2: name multipliers in growing order"),
        ("  { bees = 6, cents = 1_000 },\n", "", "line 31, column 3: a row for 7 bees after one for 5"),
        ("  { bees = 4, cents = 300 },\n", "", "line 29, column 3: 4 bees neither lose nor win"),
        (
            "  { bees = 4, cents = 300 },\n  { bees = 5, cents = 500 },\n",
            "  { bees = 1, cents = 300 },\n  { bees = 2, cents = 500 },\n",
            "line 31, column 3: a row for 6 bees after one for 2",
        ),
        ("  { bees = 8, cents = 5_000 },\n", "", "bonus has a weight, and cannot pay a lot of 50 €"),
        ("  { bees = 3, weight = 25 },\n", "", "line 29, column 3: 3 bees neither lose nor win"),
        ("bees = 3, weight = 25", "bees = 4, weight = 25", "line 39, column 3: a losing Bonus of 4 bees: name 1 to 3"),
        ("bees = 5, cents = 500", "bees = 5, cents = 300", "line 30, column 3: 5 bees win 3 €: gains grow"),
        (
            "several = 30, bonus = 10",
            "several = 30, bee = 10",
            "line 84, column 9: bee has a weight, and cannot pay a lot of 50 €",
        ),
        (
            "line = 67, extra = 33",
            "line = 67, multiplied = 33",
            "multiplied has a weight, and cannot pay a lot of 100,000 €",
        ),
        ("line = 67, extra = 33", "line = 0", "all weights of kinds are 0"),
        (
            "cents = 500_000\ncount = 15",
            "cents = 500_700\ncount = 15",
            "where 2437768 lots of 1687500000 cents are stated",
        ),
        ("count = 15\n", "count = 16\n", "line 64, column 1: the table has 2437769 lots"),
        ("max_gains = 3 ", "max_gains = 9 ", "a unit has 1 to 8 gains, not 9"),
        ("gains = [60, 30, 10]", "gains = [60, 30]", "2 weights, where a unit has 1 to 3 gains"),
        ("blank_extra_per_mille = 40 ", "blank_extra_per_mille = 1001 ", "1001 of a thousand"),
        ("extra = true", "extra = false", "the game has none: set it to 0"),
        ("weights = [25, 10, 1]", "weights = [25, 10]", "2 weights: a losing line shows 0 to 2 picked symbols"),
        (
            "  { cells = 3, weights = [120, 75, 15] },\n",
            "",
            "no row for 3 cells, which a line of 4 cells can have free",
        ),
        ("\"miel\", \"reine\"]", "\"miel\"]", "line 9, column 12: 2 playable symbols"),
        (
            "\"goutte\", \"soleil\"]",
            "\"goutte\", \"miel\"]",
            "symbol \"miel\": symbols have names, and no two the same",
        ),
        (
            "block_units = 7_500_000",
            "block_units = 75_000",
            "line 6, column 15: 2437768 lots in a block of 75000 units",
        ),
        ("bee_cents = 500 ", "bee_cents = 0 ", "line 13, column 13: a bee pays 0 €"),
        ("symbols_to_win = 3", "symbols_to_win = three", "line 11, column 18: invalid"),
        ("symbols_to_win", "symbols_to_loose", "line 11, column 1: unknown field `symbols_to_loose`"),
    ] {
        let text = HiveGame::RUCHE_D_OR.replacen(from, to, 1);
        assert_ne!(text, HiveGame::RUCHE_D_OR, "{from}");
        let error = HiveGame::from_toml(&text).unwrap_err().to_string();
        assert!(error.contains(message), "{to}: {error}");
    }
}

/// Then no number of bees would lose.
#[test]
fn a_bonus_that_always_wins_is_refused() {
    let start = HiveGame::RUCHE_D_OR.find("gains = [\n").unwrap();
    let end = HiveGame::RUCHE_D_OR.find("# How often losing lines").unwrap();
    let bonus = "gains = [{ bees = 1, cents = 300 }]\nlosing = []\n\n";
    let error = HiveGame::from_toml(&[&HiveGame::RUCHE_D_OR[..start], bonus, &HiveGame::RUCHE_D_OR[end..]].concat())
        .unwrap_err();
    assert_eq!(error.problem, "1 bee wins, and a losing Bonus shows 1 at least (RO-4.9b, RO-D5)");
    assert_eq!(error.line, 28);
}

#[test]
fn a_lot_that_nothing_reaches_is_refused() {
    let text = HiveGame::RUCHE_D_OR.replacen("cents = 500_000\ncount = 15", "cents = 500_100\ncount = 15", 1);
    let text = text.replacen("cents = 1_687_500_000", "cents = 1_687_501_500", 1);
    let error = HiveGame::from_toml(&text).unwrap_err();
    assert_eq!(error.problem, "a lot of 5,001 € is reached by no 3 gains or fewer (RO-3b)");
    assert_eq!(text.lines().nth(error.line - 1).unwrap(), "cents = 500_100");
}

#[test]
fn kinds_have_names() {
    for kind in Kind::ALL {
        assert_eq!(Kind::from_name(kind.name()), Some(kind));
    }
    assert_eq!(Kind::from_name("loto"), None);
}
