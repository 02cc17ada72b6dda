import ArgumentParser
import TerminalKit

/// The user's word on colors, for whatever draws a screen.
struct ColorOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Colors: auto, always, never, 16, 256 or truecolor. (default: as config.yaml says, else auto)",
            valueName: "when"
        ),
        transform: { text in
            guard let choice = ColorChoice(text) else {
                throw ValidationError(
                    "'\(text)' is not a value for colors; use \(ColorChoice.names.joined(separator: ", "))"
                )
            }
            return choice
        }
    )
    var color: ColorChoice?
}
