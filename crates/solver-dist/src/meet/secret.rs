//! Showing that one knows the secret of a cluster, without telling it.
//!
//! Whoever accepts a connection sends a number that it uses once; whoever connects answers with
//! another one and a proof, an HMAC over both; only then does the first one prove itself, too, and
//! only then is anything said. What follows is neither encrypted nor signed.

use core::fmt;
use std::{fs, io, path::Path};

use hmac_sha256::HMAC;

/// What all processes of a cluster know, and nobody else.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

/// It is shown to nobody.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Shorter ones are guessed.
const LEAST: usize = 16;
/// Longer ones are no secrets but some other file.
const MOST: u64 = 1 << 16;

/// A number that is used once.
pub(super) type Nonce = [u8; 32];
/// What shows that one knows the secret.
pub(super) type Proof = [u8; 32];

/// Who shows it: what one side sends is of no use to the other.
#[derive(Clone, Copy, Debug)]
pub(super) enum Role {
    Accepts = 1,
    Connects = 2,
}

impl Secret {
    /// Makes one of bytes; blanks at both ends do not count.
    ///
    /// # Errors
    ///
    /// If there are fewer than 16 bytes.
    pub fn new(bytes: &[u8]) -> Result<Self, String> {
        let bytes = bytes.trim_ascii();
        if bytes.len() < LEAST {
            return Err(format!("a secret has at least {LEAST} bytes, this has {}", bytes.len()));
        }
        Ok(Self(bytes.to_owned()))
    }

    /// Reads one from a file.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, or with what it holds.
    pub fn read(path: &Path) -> Result<Self, String> {
        let length = fs::metadata(path).map_err(|e| e.to_string())?.len();
        if length > MOST {
            return Err(format!("a secret has at most {MOST} bytes, this has {length}"));
        }
        Self::new(&fs::read(path).map_err(|e| e.to_string())?)
    }

    fn mac(&self, role: Role, accepting: &Nonce, connecting: &Nonce) -> HMAC {
        let mut mac = HMAC::new(&self.0);
        mac.update(b"games cluster");
        mac.update([role as u8]);
        mac.update(accepting);
        mac.update(connecting);
        mac
    }

    pub(super) fn prove(&self, role: Role, accepting: &Nonce, connecting: &Nonce) -> Proof {
        self.mac(role, accepting, connecting).finalize()
    }

    /// Whether a proof is right; that takes as long for every wrong one.
    pub(super) fn holds(
        &self,
        proof: &Proof,
        role: Role,
        accepting: &Nonce,
        connecting: &Nonce,
    ) -> bool {
        self.mac(role, accepting, connecting).finalize_verify(proof)
    }
}

/// A number that nobody can foresee.
pub(super) fn nonce() -> io::Result<Nonce> {
    let mut nonce = Nonce::default();
    getrandom::fill(&mut nonce).map_err(io::Error::other)?;
    Ok(nonce)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(text: &str) -> Secret {
        Secret::new(text.as_bytes()).unwrap()
    }

    #[test]
    fn a_proof_holds_for_its_secret_role_and_numbers_alone() {
        let (one, two) = ([1; 32], [2; 32]);
        let ours = secret("sixteen bytes and more");
        let proof = ours.prove(Role::Connects, &one, &two);
        assert!(secret(" sixteen bytes and more\n").holds(&proof, Role::Connects, &one, &two));
        assert!(!ours.holds(&proof, Role::Accepts, &one, &two));
        assert!(!ours.holds(&proof, Role::Connects, &two, &one));
        assert!(!secret("sixteen bytes and mere").holds(&proof, Role::Connects, &one, &two));
        assert_ne!(nonce().unwrap(), nonce().unwrap());
    }

    #[test]
    fn short_secrets_are_refused_and_none_is_shown() {
        let error = Secret::new(b"  fifteen bytes. \n").unwrap_err();
        assert_eq!(error, "a secret has at least 16 bytes, this has 14");
        assert_eq!(format!("{:?}", secret("sixteen bytes and more")), "Secret");
    }
}
