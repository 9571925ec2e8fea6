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
    files: LiteMap<String, Blocks>,
    bytes: u64,
    most: u64,
}

#[derive(Default, Debug)]
struct Blocks {
    blocks: Vec<Rc<[u8]>>,
    bytes: u64,
}

/// A block takes so many bytes besides its contents, for counts and the allocator.
const EACH: u64 = 48;

impl Shelf {
    /// Room for files of at most so many bytes together.
    pub(super) fn new(most: u64) -> Self {
        let files = Files { files: LiteMap::new(), bytes: 0, most };
        Self { files: Rc::new(RefCell::new(files)) }
    }

    /// Leaves so many bytes less for files.
    pub(super) fn set_aside(&self, bytes: u64) {
        let files = &mut *self.files.borrow_mut();
        files.most = files.most.saturating_sub(bytes);
    }

    /// Appends a block to a file, which is begun with its first one.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] if there is no room; how many positions were found is not known here.
    pub(super) fn put(&self, name: &str, contents: &[u8]) -> Result<(), Stop> {
        let files = &mut *self.files.borrow_mut();
        let bytes = contents.len() as u64 + EACH;
        if files.bytes + bytes > files.most {
            return Err(Stop::Memory { limit: files.most, found: 0 });
        }
        files.bytes += bytes;
        let file = files.files.entry(name.to_owned()).or_default();
        file.bytes += bytes;
        file.blocks.push(contents.into());
        Ok(())
    }

    /// Returns a block of a file; `None` behind its last one.
    pub(super) fn block(&self, name: &str, number: u64) -> Option<Rc<[u8]>> {
        let files = self.files.borrow();
        files.files.get(name)?.blocks.get(usize::try_from(number).ok()?).cloned()
    }

    /// Removes all files but some. Whoever still reads another finds it at its end.
    pub(super) fn retain(&self, is_kept: impl Fn(&str) -> bool) {
        let files = &mut *self.files.borrow_mut();
        files.files.retain(|name, file| {
            let is_kept = is_kept(name);
            files.bytes -= if is_kept { 0 } else { file.bytes };
            is_kept
        });
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
        shelf.put("b", &[0; 2]).unwrap();
        shelf.retain(|_| false);
        shelf.set_aside(EACH + 3);
        shelf.put("c", &[0; 7]).unwrap();
        assert!(shelf.put("c", &[]).is_err());
    }
}
