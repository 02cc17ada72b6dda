import ArgumentParser
import Foundation

/// Asks at the terminal.
enum Prompt {
    /// Reads a line without showing it.
    static func password(_ prompt: String) throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            throw ValidationError("there is no terminal to ask for the password; give it with --password-stdin")
        }
        var saved = termios()
        tcgetattr(STDIN_FILENO, &saved)
        var silent = saved
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
            StandardError.print("")
        }
        return line(prompt)
    }

    static func line(_ prompt: String) -> String {
        FileHandle.standardError.write(Data(prompt.utf8))
        return readLine(strippingNewline: true) ?? ""
    }
}
