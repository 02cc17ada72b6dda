import ArgumentParser
import Shared
import TerminalClient
import TerminalKit

/// Which colors the user wants, for every command that draws a screen.
struct ColorOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Colors: auto, always, never, 16, 256 or truecolor. (default: as config.yaml says, else auto)",
            valueName: "when"
        ),
        transform: { text in
            if let choice = ColorChoice(text) { return choice }
            let fault = LocalSettingFault.noValue(text, of: "--color", offered: ColorChoice.names.alternatives)
            throw ValidationError(fault.description)
        }
    )
    var color: ColorChoice?
}
