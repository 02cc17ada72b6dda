import ArgumentParser
import NIOCore
import Shared

@main
struct Tickwire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tickwire",
        abstract: "Live crypto prices in the terminal, with favorites shared by all your terminals.",
        version: ProductVersion.current,
        subcommands: [
            OpenCommand.self, LoginCommand.self, LogoutCommand.self, PricesCommand.self, FavoritesCommand.self,
            CandlesCommand.self, DetailCommand.self, SettingsCommand.self, WatchCommand.self, ScreenshotCommand.self,
            DevicesCommand.self, PasswordCommand.self,
            ConfigCommand.self,
        ],
        defaultSubcommand: OpenCommand.self
    )

    static func main() async {
        ProcessLimit.leaveNoCore()
        if let mistyped = MistypedCommand(Array(CommandLine.arguments.dropFirst()), of: Tickwire.self) {
            mistyped.parent.exit(withError: ValidationError(mistyped.words))
        }
        // There is one connection to serve, however many cores there are.
        NIOSingletons.groupLoopCountSuggestion = 1
        await main(nil)
    }
}
