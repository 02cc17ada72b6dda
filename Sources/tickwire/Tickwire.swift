import ArgumentParser
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
            ConfigCommand.self,
        ],
        defaultSubcommand: OpenCommand.self
    )
}
