//! The end: positions and values as a table, and an empty folder.

use games_core::solvable::Key;

use super::{SolvedOnDisk, Work, answer::Reader};
use crate::{
    database::Writer,
    phase::{Phase, Stop},
};

impl<K: Key> Work<'_, K> {
    /// Stores the positions if that is wanted, and removes the files.
    pub(super) fn finish(mut self, writer: Option<Writer>) -> Result<SolvedOnDisk, Stop> {
        if let Some(mut writer) = writer {
            writer.expect(self.state.summary.keys);
            self.store(&mut writer)?;
            writer.finish(&self.state.summary)?;
        }
        self.folder.remove_all();
        let (memory, disk) = (self.watch.most_memory, self.most_disk);
        let tiers = self.state.tiers.values();
        let largest_tier = tiers.map(|tier| tier.positions).max().unwrap_or(0);
        Ok(SolvedOnDisk { summary: self.state.summary, memory, disk, largest_tier })
    }

    fn store(&mut self, writer: &mut Writer) -> Result<(), Stop> {
        // What is decided is not decided again if this is stopped.
        self.save()?;
        for (tier, files) in self.state.tiers.clone() {
            let values = files.values.as_ref().expect("all tiers are decided");
            let mut reader = Reader::<K>::begin(self, tier, (&files.keys, values))?;
            while reader.next()? {
                for (&key, &code) in reader.keys.keys.iter().zip(&reader.codes) {
                    writer.take(tier, key.to_u128(), code).map_err(Stop::Files)?;
                }
                self.pack(writer, tier)?;
            }
        }
        writer.end_volume().map_err(Stop::Files)?;
        self.pack(writer, self.state.tiers.keys().next_back().copied().unwrap_or(0))
    }

    /// Packs what waits for it.
    fn pack(&mut self, writer: &mut Writer, tier: u32) -> Result<(), Stop> {
        loop {
            self.watch.tell(Phase::Collect { tier });
            self.watch.check()?;
            if !writer.work().map_err(Stop::Files)? {
                return Ok(());
            }
        }
    }
}
