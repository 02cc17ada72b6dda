import ArgumentParser
import CommandLineKit
import NIOCore
import PlatformKit
import Shared

@main
struct Tickwire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tickwire",
        abstract: "Live crypto prices in the terminal, with favorites shared by all your terminals.",
        version: ProductVersion.current,
        subcommands: [
            OpenCommand.self, LocalCommand.self, LoginCommand.self, JoinCommand.self, MoveCommand.self,
            LogoutCommand.self,
            PricesCommand.self, FavoritesCommand.self, ListsCommand.self, HoldingsCommand.self,
            CandlesCommand.self, DetailCommand.self, AlertsCommand.self,
            SettingsCommand.self, WatchCommand.self, BarCommand.self, ScreenshotCommand.self,
            DevicesCommand.self, PasswordCommand.self, ExportCommand.self, ImportCommand.self, AccountCommand.self,
            ConfigCommand.self,
        ],
        defaultSubcommand: OpenCommand.self
    )

    static func main() async {
        ProcessLimit.leaveNoCore()
        if let mistyped = MistypedCommand(Array(CommandLine.arguments.dropFirst()), of: Self.self) { mistyped.exit() }
        // One connection needs one event loop, however many cores there are.
        NIOSingletons.groupLoopCountSuggestion = 1
        await main(nil)
        guard let code = StandardOutput.fault() else { return }
        exit(withError: Outcome.failure(ofOutput: SystemError(code: code)))
    }
}
