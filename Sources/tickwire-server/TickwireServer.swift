import ArgumentParser
import Shared

@main
struct TickwireServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tickwire-server",
        abstract: "Reads the crypto market once for everybody, and pushes it to terminals.",
        version: ProductVersion.current,
        subcommands: [
            RunCommand.self, MockCommand.self, UserCommand.self, DeviceCommand.self, BackupCommand.self,
            RestoreCommand.self,
        ]
    )

    static func main() async {
        ProcessLimit.leaveNoCore()
        await main(nil)
    }
}
