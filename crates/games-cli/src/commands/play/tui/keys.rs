//! What keys and the mouse mean.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

/// What a person did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Act {
    /// A letter was typed.
    Letter(char),
    /// The last letter was taken back.
    Erase,
    /// What was typed is meant, or else the cell of the cursor.
    Enter,
    /// What was begun is not meant.
    Cancel,
    /// The cursor goes so many columns and rows.
    Go(isize, isize),
    /// A place of the screen was clicked.
    Click(u16, u16),
    /// Ctrl-C.
    Interrupt,
}

impl Act {
    /// What an event means; `None` for those that mean nothing.
    pub(super) fn of(event: &Event) -> Option<Self> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => Self::of_key(*key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                Some(Self::Click(mouse.column, mouse.row))
            }
            _ => None,
        }
    }

    fn of_key(key: KeyEvent) -> Option<Self> {
        let is_command = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        Some(match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Self::Interrupt,
            KeyCode::Char(letter) if !is_command => Self::Letter(letter),
            KeyCode::Backspace => Self::Erase,
            KeyCode::Enter => Self::Enter,
            KeyCode::Esc => Self::Cancel,
            KeyCode::Left => Self::Go(-1, 0),
            KeyCode::Right => Self::Go(1, 0),
            KeyCode::Up => Self::Go(0, -1),
            KeyCode::Down => Self::Go(0, 1),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Option<Act> {
        Act::of(&Event::Key(KeyEvent::new(code, modifiers)))
    }

    #[test]
    fn letters_are_typed_and_ctrl_c_interrupts() {
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::NONE), Some(Act::Letter('c')));
        assert_eq!(key(KeyCode::Char('N'), KeyModifiers::SHIFT), Some(Act::Letter('N')));
        assert_eq!(key(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Act::Interrupt));
        assert_eq!(key(KeyCode::Char('x'), KeyModifiers::ALT), None);
        for (code, columns, rows) in [
            (KeyCode::Up, 0, -1),
            (KeyCode::Down, 0, 1),
            (KeyCode::Left, -1, 0),
            (KeyCode::Right, 1, 0),
        ] {
            assert_eq!(key(code, KeyModifiers::NONE), Some(Act::Go(columns, rows)));
        }
        assert_eq!(key(KeyCode::F(1), KeyModifiers::NONE), None);
    }
}
