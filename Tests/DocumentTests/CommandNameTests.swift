import ArgumentParser
import Testing

@testable import tickwire
@testable import tickwire_server

struct CommandNameTests {
    /// The parser makes a missing name from that of the type. For this it searches all conformances of the program,
    /// several times for each command and at each start.
    @Test(arguments: [Tickwire.self, TickwireServer.self] as [any ParsableCommand.Type])
    func everyCommandSaysItsName(program: any ParsableCommand.Type) {
        var commands: [any ParsableCommand.Type] = [program]
        var count = 0
        while let command = commands.popLast() {
            #expect(command.configuration.commandName != nil, "\(command)")
            count += 1
            commands += command.configuration.subcommands
        }
        #expect(count > 10)
    }

    /// `add` and `edit` share their options, but what `edit` is not given stays as it is.
    @Test func theHelpOfAnEditNamesNoDefaultsOfANewTransaction() {
        let help = HoldingsCommand.Edit.helpMessage(includeHidden: false, columns: 1000)
        for name in ["--in", "--rate", "--time"] {
            let line = help.split(separator: "\n").first { $0.hasPrefix("  \(name) <") }
            #expect(line?.contains("(default") == false, "\(line ?? "")")
        }
    }
}
