import ArgumentParser
import CommandLineKit
import PlatformKit
import PushServer
import Shared

@main
struct TickwireServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tickwire-server",
        abstract: "Reads the crypto market once for everybody, and pushes it to terminals.",
        version: ProductVersion.current,
        subcommands: [
            RunCommand.self, LocalCommand.self, MockCommand.self, UserCommand.self, OperatorDeviceCommand.self,
            StatusCommand.self, DrainCommand.self, BackupCommand.self, RestoreCommand.self, MigrateCommand.self,
        ]
    )

    static func main() async {
        ProcessLimit.leaveNoCore()
        ProcessMemory.shareHeaps()
        if let mistyped = MistypedCommand(Array(CommandLine.arguments.dropFirst()), of: Self.self) { mistyped.exit() }
        do {
            var command = try await asyncParseAsRoot()
            do {
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            } catch {
                // Errors of the parser have messages of several lines and their own exit codes. A bare code has been explained.
                throw exitCode(for: error) == .failure && !(error is ExitCode) ? EscapedError(error) : error
            }
            if let code = StandardOutput.fault() {
                throw EscapedError("the output is not complete: \(SystemError(code: code))")
            }
        } catch {
            exit(withError: error)
        }
    }
}
