import ArgumentParser
import TerminalKit

/// Which colors the user wants, for every command that draws a screen.
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
