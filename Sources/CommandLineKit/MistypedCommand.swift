package import ArgumentParser
internal import Shared

/// A command that does not exist. Without this check, the parser would take the word for an argument of the command
/// before it, or of the default command.
package struct MistypedCommand {
    /// The command that lacks such a subcommand.
    private let parent: any ParsableCommand.Type
    private let words: String

    /// - Parameter arguments: the words behind the program's name.
    /// - Returns: nil if each word that could be a command is one.
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
                + (meant.map { "; did you mean '\(command) \($0)'?" } ?? "; '\(command) --help' lists them")
            return
        }
        return nil
    }

    /// Prints the error with the parent command's usage, and ends the process with the status of a usage error.
    package func exit() -> Never { parent.exit(withError: ValidationError(words)) }
}
