//! The slot graph: a node for each slot, an edge for each crossing.
//!
//! It is built once a layout, for what graphs answer well: is it connected, which slots hold it together, in which
//! order should a search go through it. The answers leave as plain arrays; this file alone names petgraph.

use petgraph::algo::articulation_points::articulation_points;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::Dfs;

use super::{Crossing, Slot, SlotId};

/// Slots as nodes (with their lengths), crossings as edges. Two slots cross once at most, so the graph is simple.
pub(super) struct SlotGraph {
    graph: UnGraph<u8, (), u16>,
}

impl SlotGraph {
    pub(super) fn new(slots: &[Slot], crossings: &[Crossing]) -> Self {
        let mut graph = UnGraph::with_capacity(slots.len(), crossings.len());
        for slot in slots {
            graph.add_node(slot.length);
        }
        for crossing in crossings {
            graph.add_edge(node(crossing.across), node(crossing.down), ());
        }
        Self { graph }
    }

    /// The first slot of each connected part, in order of their ids: one where the graph is connected.
    pub(super) fn parts(&self) -> impl Iterator<Item = SlotId> {
        let mut walk = Dfs::empty(&self.graph);
        let starts = self.graph.node_indices().filter(move |index| {
            let fresh = !walk.discovered.contains(index.index());
            if fresh {
                walk.move_to(*index);
                while walk.next(&self.graph).is_some() {}
            }
            fresh
        });
        starts.map(slot)
    }

    /// The cut points: slots without which the others would fall apart, in order of their ids.
    pub(super) fn cut_slots(&self) -> Vec<SlotId> {
        // A hash set comes back: its order means nothing, so sort.
        let mut cuts: Vec<SlotId> = articulation_points(&self.graph).into_iter().map(slot).collect();
        cuts.sort_unstable();
        cuts
    }

    /// A fixed order for searches: first the slot with the most crossings, then ever the one with the most crossings
    /// into those before it. Ties go to more crossings, then to cut slots (filled, they split the rest), to the longer, to
    /// the smaller id.
    pub(super) fn search_order(&self, cut_slots: &[SlotId]) -> Vec<SlotId> {
        let mut left: Vec<NodeIndex<u16>> = self.graph.node_indices().collect();
        let mut done = vec![false; left.len()];
        let mut order = Vec::with_capacity(left.len());
        let rank = |index: NodeIndex<u16>, done: &[bool]| {
            let bound = self.graph.neighbors(index).filter(|other| done[other.index()]).count();
            let degree = self.graph.neighbors(index).count();
            let cut = cut_slots.binary_search(&slot(index)).is_ok();
            (bound, degree, cut, self.graph[index], std::cmp::Reverse(index))
        };
        while let Some(best) = left.iter().copied().max_by_key(|index| rank(*index, &done)) {
            left.retain(|index| *index != best);
            done[best.index()] = true;
            order.push(slot(best));
        }
        order
    }
}

fn node(slot: SlotId) -> NodeIndex<u16> {
    NodeIndex::new(slot.index())
}

fn slot(node: NodeIndex<u16>) -> SlotId {
    SlotId(u8::try_from(node.index()).expect("slots are numbered by u8"))
}
