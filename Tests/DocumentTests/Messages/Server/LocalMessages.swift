import Shared

@testable import TerminalClient

extension LocalServerError: Explained {
    static var samples: [Self] {
        let (socket, log) = ("/run/user/1000/tickwire/local.socket", "~/.local/state/tickwire/local.log")
        return [
            .untrusted(
                .foreign(path: "/tmp/tickwire-0", .folder, owner: SystemUser(1), wanted: SystemUser(0))
            ),
            .pathTooLong(path: socket, limit: 20), .noSocket(path: socket),
            .unusable(path: socket, reason: "Permission denied"), .noProgram(searched: ["/usr/bin", "/bin"]),
            .cannotStart(program: "/usr/bin/tickwire-server", reason: "Exec format error"),
            .refused("the data folder ~/.local/share/tickwire/local cannot be written to: No space left on device"),
            .ended(lastLine: "Fatal error: out of memory", log: log), .ended(lastLine: nil, log: log),
            .silent(seconds: 20, log: log), .mute(path: socket),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .untrusted: Meaning("Another user could pose as the server.", "What the message says.")
        case .pathTooLong: Meaning("The system accepts only short paths of sockets.", "Shorten it.")
        case .noSocket: Meaning("A file or folder has the socket's name.", "Move it away.")
        case .unusable:
            Meaning(
                "The system refuses the socket, its lock file, or the file that `--keep` leaves.",
                "Fix what it names."
            )
        case .noProgram:
            Meaning("Only the terminal of Tickwire is installed.", "Install `tickwire-server` beside `tickwire`.")
        case .cannotStart: Meaning("The system cannot run the program.", "Install it again.")
        case .refused:
            Meaning("The server gave up at its start, for the reason that follows.", "What the message says.")
        case .ended: Meaning("The server has crashed, or was killed.", "Read its log, and report it.")
        case .silent:
            Meaning("The machine is very busy, or the server does not respond.", "Try again, and read its log.")
        case .mute: Meaning("Another program has taken the socket, or the server hangs.", "End that program.")
        }
    }
}
