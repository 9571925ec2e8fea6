//! Files in memory: the blocks that work on disk would write, for work that packs its positions.

use std::{cell::RefCell, rc::Rc};

use litemap::LiteMap;

use crate::phase::Stop;

/// Files by their names. Those who write and read them share it.
#[derive(Clone, Debug)]
pub(super) struct Shelf {
    files: Rc<RefCell<Files>>,
}

#[derive(Debug)]
struct Files {
    blocks: LiteMap<String, Vec<Rc<[u8]>>>,
    bytes: u64,
    most: u64,
}

/// A block takes so many bytes besides its contents, for counts and the allocator.
const EACH: u64 = 48;

fn bytes_of(blocks: &[Rc<[u8]>]) -> u64 {
    blocks.iter().map(|block| block.len() as u64 + EACH).sum()
}

impl Shelf {
    /// Room for files of at most so many bytes together.
    pub(super) fn new(most: u64) -> Self {
        let files = Files { blocks: LiteMap::new(), bytes: 0, most };
        Self { files: Rc::new(RefCell::new(files)) }
    }

    /// Appends a block to a file, which is begun with its first one.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] if there is no room; how many positions were found is not known here.
    pub(super) fn put(&self, name: &str, contents: &[u8]) -> Result<(), Stop> {
        let files = &mut *self.files.borrow_mut();
        files.bytes += contents.len() as u64 + EACH;
        if files.bytes > files.most {
            return Err(Stop::Memory { limit: files.most, found: 0 });
        }
        files.blocks.entry(name.to_owned()).or_default().push(contents.into());
        Ok(())
    }

    /// Returns a block of a file; `None` behind its last one.
    pub(super) fn block(&self, name: &str, number: u64) -> Option<Rc<[u8]>> {
        let files = self.files.borrow();
        files.blocks.get(name)?.get(usize::try_from(number).ok()?).cloned()
    }

    /// Removes all files but some. Whoever still reads another finds it at its end.
    pub(super) fn retain(&self, is_kept: impl Fn(&str) -> bool) {
        let files = &mut *self.files.borrow_mut();
        files.blocks.retain(|name, _| is_kept(name));
        files.bytes = files.blocks.values().map(|blocks| bytes_of(blocks)).sum();
    }

    /// The bytes that all of it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.files.borrow().bytes
    }

    /// The most bytes that it may take.
    pub(super) fn most(&self) -> u64 {
        self.files.borrow().most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_stay_in_order_until_their_file_is_removed() {
        let shelf = Shelf::new(1000);
        for (name, contents) in [("a", &[1, 2][..]), ("b", &[3]), ("a", &[])] {
            shelf.put(name, contents).unwrap();
        }
        let blocks = |name: &str| -> Vec<Vec<u8>> {
            (0..).map_while(|number| Some(shelf.block(name, number)?.to_vec())).collect()
        };
        assert_eq!((blocks("a"), blocks("b")), (vec![vec![1, 2], vec![]], vec![vec![3]]));
        assert_eq!((blocks("c"), shelf.bytes()), (vec![], 3 + 3 * EACH));
        shelf.retain(|name| name == "b");
        assert_eq!((blocks("a"), blocks("b")), (vec![], vec![vec![3]]));
        assert_eq!(shelf.bytes(), 1 + EACH);
    }

    #[test]
    fn a_shelf_that_is_full_says_so() {
        let shelf = Shelf::new(2 * EACH + 10);
        shelf.put("a", &[0; 8]).unwrap();
        let full = Stop::Memory { limit: 2 * EACH + 10, found: 0 };
        assert_eq!(shelf.put("b", &[0; 3]), Err(full));
    }
}
