//! Streams that end well, and otherwise.

use std::net::{TcpListener, TcpStream};

use super::*;

const WORKERS: Workers = Workers { sources: 2, targets: 4, each: 2 };

fn header(change: impl FnOnce(&mut MessageHeader)) -> [u8; HEADER] {
    let mut header = MessageHeader {
        channel: 1,
        source: 3,
        target_lower: 4,
        target_upper: 6,
        length: 8,
        seqno: 9,
    };
    change(&mut header);
    let mut bytes = Vec::new();
    header.write_to(&mut bytes).unwrap();
    bytes.try_into().unwrap()
}

#[test]
fn only_headers_that_timely_can_do_with_come_through() {
    assert_eq!(length_of(&header(|_| {}), WORKERS), Some(8));
    assert_eq!(length_of(&END, WORKERS), Some(0));
    let wrong: [fn(&mut MessageHeader); 8] = [
        |h| h.channel = CHANNELS,
        |h| h.source = 4,
        |h| h.source = 1,
        |h| h.target_lower = 3,
        |h| h.target_upper = 7,
        |h| h.target_upper = 4,
        |h| h.length = MOST + 1,
        |h| h.length = 0,
    ];
    for change in wrong {
        assert_eq!(length_of(&header(change), WORKERS), None);
    }
}

/// A link, and the other end of its connection.
fn connected(silence: Duration) -> (Link, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (socket, _) = listener.accept().unwrap();
    socket.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
    let wire = Arc::new(Wire::new("process 1 at here".to_owned(), socket, silence));
    let ward = Arc::new(Ward::new("process 2 at there".to_owned(), 0));
    ward.add_wire(Arc::clone(&wire));
    (Link::new(wire, ward, WORKERS), other)
}

/// A message, then the mark of the end.
fn whole() -> Vec<u8> {
    [&header(|h| h.length = 100)[..], &[7; 100], &END].concat()
}

fn frames(data: &[u8], piece: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for piece in data.chunks(piece) {
        frame::send(&mut bytes, Kind::Data, piece).unwrap();
        frame::send(&mut bytes, Kind::Beat, &[]).unwrap();
    }
    bytes
}

/// What timely reads of what another process sent before it was gone, and what is known then.
fn read_all(sent: &[u8], room: usize) -> (Vec<u8>, Option<Stop>) {
    let (mut link, mut other) = connected(Duration::from_secs(60));
    other.write_all(sent).unwrap();
    drop(other);
    let (mut bytes, mut buf) = (Vec::new(), vec![0; room]);
    loop {
        match link.read(&mut buf).unwrap() {
            0 => return (bytes, link.ward.reason()),
            n => bytes.extend(&buf[..n]),
        }
    }
}

#[test]
fn what_comes_in_any_pieces_is_read_as_it_was_sent() {
    for (piece, room) in [(1000, 1000), (1, 1), (7, 50), (60, 3)] {
        assert_eq!(read_all(&frames(&whole(), piece), room), (whole(), None));
    }
}

#[test]
fn a_stream_that_breaks_off_anywhere_is_read_to_a_proper_end() {
    let gone = Stop::Lost("process 1 at here is gone".to_owned());
    let whole = whole();
    let sent = frames(&whole, 29);
    for cut in 0..sent.len() - 4 {
        let (bytes, reason) = read_all(&sent[..cut], 64);
        assert_eq!(reason.as_ref(), Some(&gone), "{cut}");
        // Nothing, or the message, made up or not; and the mark of the end.
        let message = bytes.strip_suffix(&END).unwrap();
        assert!([0, HEADER + 100].contains(&message.len()), "{cut}");
        assert!(message.iter().zip(&whole).all(|(&a, &b)| a == b || a == 0));
    }
}

#[test]
fn nonsense_a_farewell_and_silence_end_in_the_reason() {
    let lost = |text: &str| Some(Stop::Lost(format!("process 1 at here {text}")));
    let header = header(|h| h.target_upper = 9);
    let (bytes, reason) = read_all(&frames(&header, 1000), 64);
    assert_eq!((&bytes[..], reason), (&END[..], lost("sends what is no message")));
    let (bytes, reason) = read_all(b"GET / HTTP/1.0\r\n", 64);
    assert_eq!((&bytes[..], reason), (&END[..], lost("sends what is no frame")));

    let told = Stop::Foreign("not this game".to_owned());
    let mut bytes = frames(&whole()[..90], 50);
    frame::send(&mut bytes, Kind::Bye, frame::words(&told).as_bytes()).unwrap();
    let (bytes, reason) = read_all(&bytes, 64);
    assert_eq!((bytes.len(), reason), (whole().len(), Some(told)));

    let (mut link, other) = connected(Duration::from_millis(50));
    assert_eq!(link.read(&mut [0; 100]).unwrap(), HEADER);
    assert_eq!(link.ward.reason(), lost("is gone: nothing was heard of it for 0 seconds"));
    drop(other);
}

#[test]
fn what_is_written_to_a_broken_connection_is_thrown_away_and_the_others_are_told() {
    let (mut link, other) = connected(Duration::from_secs(60));
    drop(other);
    let data = vec![1; 1 << 16];
    while !link.ward.has_failed() {
        assert_eq!(link.write(&data).unwrap(), data.len());
    }
    assert_eq!(link.write(&data).unwrap(), data.len());
    link.shutdown(Shutdown::Write).unwrap();

    let (link, mut other) = connected(Duration::from_secs(60));
    link.ward.give_up(&Stop::TooLong);
    let (kind, words) = frame::receive(&mut other).unwrap().unwrap();
    let text = format!("process 2 at there: {}", Stop::TooLong);
    assert_eq!((kind, frame::reason("", &words)), (Kind::Bye, Stop::Lost(text)));
    assert_eq!(link.ward.reason(), Some(Stop::TooLong));
    assert_eq!(other.read(&mut [0]).unwrap(), 0);
}
