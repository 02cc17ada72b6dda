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
}
