package import ArgumentParser
internal import Shared

/// A command that does not exist, or a number where none below 0 can stand. Without this check, the parser would take the word for an argument of the command
/// before it, or of the default command.
package struct MistypedCommand {
    /// The command that lacks such a subcommand.
    private let parent: any ParsableCommand.Type
    private let mistake: Mistake

    /// What is wrong, and what to type instead.
    package enum Mistake: Hashable, Sendable, CustomStringConvertible {
        case belowZero(String)
        /// - Parameters:
        ///   - typed: the words that should name a command.
        ///   - parent: the command before them.
        ///   - meant: a command that differs little from the last word.
        case noCommand(typed: String, parent: String, meant: String?)

        package var description: String {
            switch self {
            case .belowZero(let number): "'\(number)' is below 0, which has no meaning here; use 1 or more"
            case .noCommand(let typed, let parent, nil):
                "there is no command '\(typed)'; '\(parent) --help' lists them"
            case .noCommand(let typed, let parent, let meant?):
                "there is no command '\(typed)'; did you mean '\(parent) \(meant)'?"
            }
        }
    }

    /// - Parameter arguments: the words after the program's name.
    /// - Returns: nil if each word that could be a command is one.
    package init?(_ arguments: [String], of root: any ParsableCommand.Type) {
        var parent = root
        var path = [root._commandName]
        for (index, word) in arguments.enumerated() {
            let commands = parent.configuration.subcommands
            if commands.isEmpty, let number = Self.strayNumber(in: arguments.dropFirst(index)) {
                self.parent = parent
                mistake = .belowZero(number)
                return
            }
            if commands.isEmpty || word.isEmpty || word.hasPrefix("-") || word == "help" || word.contains("://") {
                return nil
            }
            if let next = commands.first(where: { $0._commandName == word }) {
                parent = next
                path.append(word)
                continue
            }
            let meant = NearMiss.of(word, among: commands.map { $0._commandName })
            self.parent = parent
            mistake = .noCommand(
                typed: (path.dropFirst() + [word]).joined(separator: " "),
                parent: path.joined(separator: " "),
                meant: meant
            )
            return
        }
        return nil
    }

    /// A number below 0 that is not the value of an option. The parser would take it for an unknown option.
    private static func strayNumber(in words: ArraySlice<String>) -> String? {
        zip([""] + words, words).first { before, word in
            !before.hasPrefix("-") && word.hasPrefix("-") && word.dropFirst().first?.isNumber == true
                && Double(word) != nil
        }?.1
    }

    /// Prints the error with the parent command's usage, and ends the process with the status of a usage error.
    package func exit() -> Never { parent.exit(withError: ValidationError(mistake.description)) }
}
