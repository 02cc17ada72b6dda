import ArgumentParser
import TerminalClient

/// A command that there is not. Without a look at it, the word would be taken for what the default command wants: a link, or
/// nothing.
struct MistypedCommand {
    /// Which the word is no command of.
    let parent: any ParsableCommand.Type
    let words: String

    /// - Returns: nil: all words that may be commands are some.
    init?(_ arguments: [String], of root: any ParsableCommand.Type) {
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
}
