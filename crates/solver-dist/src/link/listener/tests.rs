//! Connections that end well, and otherwise.

use std::{
    net::{TcpListener, TcpStream},
    sync::mpsc::TryRecvError,
};

use std::io::Write;

use super::*;
use crate::{exchange::Inbox, parcel};

/// Process 1, with two workers, and the other end of its connection to process 0.
struct Connected {
    routes: Routes,
    inboxes: Vec<Inbox>,
    ward: Ward,
    other: TcpStream,
}

fn connected(silence: Duration) -> Connected {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (socket, _) = listener.accept().unwrap();
    socket.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
    let wire = Arc::new(Wire::new("process 0 at here".to_owned(), socket, silence));
    let ward = Ward::new("process 1 at there".to_owned(), vec![Arc::clone(&wire)]);
    let (routes, inboxes) = Routes::new(1, 2, vec![Some(wire), None]);
    Connected { routes, inboxes, ward, other }
}

fn failed(text: &str) -> Load {
    Load::Verdict(Err(text.to_owned()))
}

/// A parcel as it goes over a connection.
fn parcel(from: usize, to: usize, text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    failed(text).write(from, to, &mut bytes).unwrap();
    bytes
}

fn frames(data: &[u8], piece: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for piece in data.chunks(piece) {
        frame::send(&mut bytes, Kind::Data, piece).unwrap();
        frame::send(&mut bytes, Kind::Beat, &[]).unwrap();
    }
    bytes
}

fn with_end(mut frames: Vec<u8>) -> Vec<u8> {
    frame::send(&mut frames, Kind::End, &[]).unwrap();
    frames
}

/// What the workers of process 1 get of what process 0 sent before its connection ended, and what
/// is known then.
fn delivered(sent: &[u8]) -> ([Vec<String>; 2], Option<Stop>) {
    let mut ends = connected(Duration::from_secs(60));
    ends.other.write_all(sent).unwrap();
    drop(ends.other);
    ends.routes.listeners(&ends.ward).for_each(|listener| listener.listen(&ends.routes));
    let texts = |worker: usize| {
        let parcels = ends.inboxes[worker].try_iter();
        parcels.map(|Parcel { from, load }| format!("{from} {}", told(load))).collect()
    };
    ([texts(0), texts(1)], ends.ward.reason())
}

fn told(load: Load) -> String {
    match load {
        Load::End => "end".to_owned(),
        load => load.verdict().map_or("nonsense".to_owned(), |verdict| format!("{verdict:?}")),
    }
}

#[test]
fn what_comes_in_any_pieces_is_delivered_as_it_was_sent() {
    let data = [parcel(0, 3, "one"), parcel(1, 2, ""), parcel(0, 3, "two")].concat();
    let expected = [
        vec!["1 Err(\"\")", "0 end", "1 end"],
        vec!["0 Err(\"one\")", "0 Err(\"two\")", "0 end", "1 end"],
    ];
    for piece in [1000, 1, 7, 17] {
        let (texts, reason) = delivered(&with_end(frames(&data, piece)));
        assert_eq!(
            (texts.map(|list| list.join(", ")), reason),
            (expected.clone().map(|list| list.join(", ")), None)
        );
    }
}

#[test]
fn a_connection_that_breaks_off_anywhere_is_lost_and_delivers_nothing_by_half() {
    let gone = Stop::Lost("process 0 at here is gone".to_owned());
    let sent = frames(&parcel(1, 2, "some words"), 11);
    for cut in 0..=sent.len() {
        let (texts, reason) = delivered(&sent[..cut]);
        assert_eq!(reason.as_ref(), Some(&gone), "{cut}");
        // The last frame is a sign of life.
        let is_whole = cut >= sent.len() - 4;
        let expected: &[&str] = if is_whole { &["1 Err(\"some words\")"] } else { &[] };
        assert_eq!(texts, [expected, &[]], "{cut}");
    }
}

#[test]
fn nonsense_and_a_farewell_end_in_the_reason() {
    let lost = |text: &str| Some(Stop::Lost(format!("process 0 at here {text}")));
    // From our own worker, for another's, and an end in the midst of a parcel.
    let half = frames(&parcel(0, 2, "words")[..19], 1000);
    for nonsense in [frames(&parcel(2, 3, ""), 9), frames(&parcel(0, 1, ""), 9), with_end(half)] {
        assert_eq!(delivered(&nonsense), (Default::default(), lost("sends what is no parcel")));
    }
    let (_, reason) = delivered(&frames(&[9; parcel::Head::BYTES], 1000));
    assert_eq!(reason, lost("sends what is no parcel"));
    assert_eq!(delivered(b"GET / HTTP/1.0\r\n").1, lost("sends what is no frame"));

    let told = Stop::Foreign("not this game".to_owned());
    let mut bytes = frames(&parcel(0, 2, "words")[..19], 1000);
    frame::send(&mut bytes, Kind::Bye, frame::words(&told).as_bytes()).unwrap();
    assert_eq!(delivered(&bytes), (Default::default(), Some(told)));
}

#[test]
fn a_process_that_falls_silent_is_gone() {
    let ends = connected(Duration::from_millis(50));
    ends.routes.listeners(&ends.ward).for_each(|listener| listener.listen(&ends.routes));
    let text = "process 0 at here is gone: nothing was heard of it for 0 seconds";
    assert_eq!(ends.ward.reason(), Some(Stop::Lost(text.to_owned())));
    assert!(matches!(ends.inboxes[0].try_recv(), Err(TryRecvError::Empty)));
}

#[test]
fn whoever_sends_to_a_broken_connection_learns_it_and_nothing_more_is_sent() {
    let ends = connected(Duration::from_secs(60));
    drop(ends.other);
    let wire = &ends.ward.wires()[0];
    let long = failed(&"x".repeat(1 << 16));
    let gone = Stop::Lost("process 0 at here is gone".to_owned());
    let reason = (0..1000).find_map(|_| wire.send(2, 0, &long).err());
    assert_eq!(reason, Some(gone.clone()));
    ends.ward.lose(&gone);
    assert_eq!(wire.send(2, 0, &long), Ok(()));
}

#[test]
fn the_others_are_told_why_a_process_gives_up() {
    let mut ends = connected(Duration::from_secs(60));
    ends.ward.give_up(&Stop::TooLong);
    ends.ward.wires()[0].end(true);
    let (kind, words) = frame::receive(&mut ends.other).unwrap().unwrap();
    let text = format!("process 1 at there: {}", Stop::TooLong);
    assert_eq!((kind, frame::reason("", &words)), (Kind::Bye, Stop::Lost(text)));
    assert_eq!(ends.ward.reason(), Some(Stop::TooLong));
    assert_eq!(ends.other.read(&mut [0]).unwrap(), 0);
}
