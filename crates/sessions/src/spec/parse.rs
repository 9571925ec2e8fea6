//! Reading players.

use core::ops::Range;

use games_core::{TextError, notation::quote};

use super::{Engine, PlayerSpec};
use crate::outside::command_line;

/// Before the name of an option that is the program's own.
pub(super) const OWN_OPTION: &str = "option.";

/// Reads a player.
///
/// # Errors
///
/// What is wrong with the text, and where.
pub(super) fn player(text: &str) -> Result<PlayerSpec, TextError> {
    let (name, options) = match text.split_once(':') {
        Some((name, options)) => (name, Some(options)),
        None => (text, None),
    };
    let mut spec = PlayerSpec::new(engine(name)?);
    let mut items = items(&spec.engine, options, name.len() + 1)?.into_iter();
    if spec.engine.outside().is_some() {
        set_program(&mut spec.engine, text, items.next())?;
    }
    set_options(&mut spec, text, items)?;
    if spec.time.is_some() && spec.tc.is_some() {
        let message = "the options `time` (for a move) and `tc` (for a game) exclude each other";
        return Err(TextError::whole(text, message));
    }
    if spec.cpu_clock && (spec.tc.is_some() || spec.threads > 1) {
        let message = "`cpu_clock` measures the `time` for a move of one thread";
        return Err(TextError::whole(text, message));
    }
    Ok(spec)
}

fn engine(name: &str) -> Result<Engine, TextError> {
    Engine::all().into_iter().find(|engine| engine.name() == name).ok_or_else(|| {
        let names = Engine::all().map(|engine| engine.name());
        // Whoever comes from other programs gives the program's name.
        let message = format!(
            "no player {}; valid: {} (a program: uci:\"stockfish\")",
            quote(name),
            names.join(", ")
        );
        TextError::new(0..name.len(), message).suggest(name, names)
    })
}

/// Sets the command line of a program, which is the first item.
fn set_program(
    engine: &mut Engine,
    text: &str,
    command: Option<Range<usize>>,
) -> Result<(), TextError> {
    let words = command.clone().map_or_else(Vec::new, |here| command_line::words(&text[here]));
    if words.is_empty() {
        let message = format!("a program is missing; expected for example {}", example(engine));
        return Err(TextError::new(command.unwrap_or(0..engine.name().len()), message));
    }
    if let Some(program) = engine.outside_mut() {
        program.command = words;
    }
    Ok(())
}

/// Sets the options that stand at these places of the text.
fn set_options(
    spec: &mut PlayerSpec,
    text: &str,
    items: impl Iterator<Item = Range<usize>>,
) -> Result<(), TextError> {
    let mut seen: Vec<&str> = Vec::new();
    for here in items {
        let item = &text[here.clone()];
        let Some((key, value)) = item.split_once('=') else {
            let what = if item.is_empty() { "an empty item".to_owned() } else { quote(item) };
            return Err(TextError::new(here, format!("expected key=value, found {what}")));
        };
        if seen.contains(&key) {
            return Err(TextError::new(here, format!("the option {} is given twice", quote(key))));
        }
        seen.push(key);
        set(spec, key, value, here)?;
    }
    Ok(())
}

/// Sets the option that stands at a place of the text.
fn set(spec: &mut PlayerSpec, key: &str, value: &str, here: Range<usize>) -> Result<(), TextError> {
    if let Engine::Uci(program) = &mut spec.engine
        && let Some(own) = key.strip_prefix(OWN_OPTION).filter(|own| is_name(own))
    {
        program.options.push((own.to_owned(), command_line::value(value)));
        return Ok(());
    }
    let mut settings = spec.settings();
    if let Some(setting) = settings.iter_mut().find(|setting| setting.key == key) {
        return setting.read(value).map_err(|e| e.shifted(here.start + key.len() + 1).about(key));
    }
    drop(settings);
    let (name, keys) = (spec.engine.name(), spec.keys());
    let message = format!("{name} has no option {}; {}", quote(key), valid(&spec.engine, &keys));
    Err(TextError::new(here, message).suggest(key, keys))
}

/// Whether a text can be the name of a program's option: quotes would not come back as they were.
fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.contains(['"', '\'', '\\'])
}

fn valid(engine: &Engine, keys: &[&str]) -> String {
    let others = matches!(engine, Engine::Uci(_)).then_some("option.NAME");
    let keys: Vec<_> = keys.iter().copied().chain(others).collect();
    if keys.is_empty() { "it has none".to_owned() } else { format!("valid: {}", keys.join(", ")) }
}

const fn example(engine: &Engine) -> &'static str {
    match engine {
        Engine::Gtp(_) => r#"gtp:"gnugo --mode gtp",time=2s"#,
        Engine::NBoard(_) => r#"nboard:"edax -nboard",depth=12"#,
        _ => r#"uci:"stockfish",time=1s"#,
    }
}

/// The places of the items after the colon, which stands before `start`.
fn items(
    engine: &Engine,
    options: Option<&str>,
    mut start: usize,
) -> Result<Vec<Range<usize>>, TextError> {
    let Some(options) = options else { return Ok(Vec::new()) };
    if engine.outside().is_some() {
        let parts = command_line::items(options).map_err(|e| e.shifted(start))?;
        return Ok(parts.into_iter().map(|part| start + part.start..start + part.end).collect());
    }
    let place = |item: &str| {
        let here = start..start + item.len();
        start = here.end + 1;
        here
    };
    Ok(options.split(',').map(place).collect())
}
