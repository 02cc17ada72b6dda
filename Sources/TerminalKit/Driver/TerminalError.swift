import PlatformKit

/// Why a terminal could not be taken.
package enum TerminalError: Error, Hashable, CustomStringConvertible {
    case notATerminal(descriptor: Int32)
    case attributes(code: Int32)
    case pipe(code: Int32)
    case thread(code: Int32)

    package var description: String {
        switch self {
        case .notATerminal(STDIN_FILENO): "standard input is not a terminal"
        case .notATerminal(STDOUT_FILENO): "standard output is not a terminal"
        case .notATerminal(let descriptor): "file descriptor \(descriptor) is not a terminal"
        case .attributes(let code): "cannot change the terminal's mode: \(String(cString: strerror(code)))"
        case .pipe(let code): "cannot make a pipe for signals: \(String(cString: strerror(code)))"
        case .thread(let code): "cannot start a thread for input: \(String(cString: strerror(code)))"
        }
    }
}
