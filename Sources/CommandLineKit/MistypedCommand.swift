package import ArgumentParser
internal import Shared

/// A command that there is not. Without a look at it, the word would be taken for an argument of the command before it, or of the
/// default command.
package struct MistypedCommand {
    /// The command that has no such subcommand.
    private let parent: any ParsableCommand.Type
    private let words: String

    /// - Parameter arguments: what follows the name of the program.
    /// - Returns: nil where each word that may be a command is one.
    package init?(_ arguments: [String], of root: any ParsableCommand.Type) {
        var parent = root
        var path = [root._commandName]
        for word in arguments {
            let commands = parent.configuration.subcommands
            if commands.isEmpty || word.isEmpty || word.hasPrefix("-") || word == "help" || word.contains("://") {
                return nil
            }
            if let next = commands.first(where: { $0._commandName == word }) {
                parent = next
                path.append(word)
                continue
            }
            let meant = NearMiss.of(word, among: commands.map { $0._commandName })
            let command = path.joined(separator: " ")
            self.parent = parent
            words =
                "there is no command '\(path.dropFirst().map { $0 + " " }.joined() + word)'"
                + (meant.map { "; did you mean '\(command) \($0)'?" } ?? "; '\(command) --help' tells which there are")
            return
        }
        return nil
    }

    /// Tells the user, with the usage of the parent command, and ends the process with the status of a usage error.
    package func exit() -> Never { parent.exit(withError: ValidationError(words)) }
}
