import NIOCore
import Shared
import TestSupport

@testable import PushServer
@testable import TerminalClient

extension ConnectionError: Explained {
    static var samples: [Self] {
        [
            .unreachable([UnreachedNode(ServerAddress.sample.first, reason: "\(ConnectFailure.nothingListens)")]),
            .unreachable([
                UnreachedNode(ServerAddress.sample.first, reason: "\(ConnectFailure.nothingListens)"),
                UnreachedNode(
                    ServerAddress.Node(host: "2.example.com", port: 7443),
                    reason: "\(ConnectFailure.noAnswer)"
                ),
            ]),
            .silent, .unanswered, .lost,
            .insecure(.handshakeFailed(.sample)), .garbled(.tooLarge(bytes: 99_000_000, limit: 16_777_216)),
            .closed(.signedOut), .local(.refused("the data folder cannot be written to")),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .unreachable:
            Meaning("No connection could be made. The system gives the reason.", "Check the address and the network.")
        case .silent:
            Meaning("Nothing has come for longer than a healthy server is silent.", "Wait; the terminal tries again.")
        case .unanswered:
            Meaning("The connection works, but no answer came in the time that a command waits.", "Try again.")
        case .lost: Meaning("The network or the server has ended the connection.", "Wait; the terminal tries again.")
        case .insecure: Meaning("TLS has failed. The rows below list each such message.", "What the message says.")
        case .garbled:
            Meaning(
                "What came is not what a Tickwire server sends.",
                "Check the address, and the versions of both ends."
            )
        case .closed:
            Meaning("The server has ended the connection; the next table has its words.", "What the message says.")
        case .local:
            Meaning("There is no private server. The table below has each reason.", "What the message says.")
        }
    }
}

extension ConnectFailure: Explained {
    static var samples: [Self] {
        [.unknownName, .noAddressAnswers, .nothingListens, .noAnswer, .other("Network is unreachable")]
    }

    var meaning: Meaning {
        switch self {
        case .unknownName: Meaning("No name server knows the name.", "Check the name and the network.")
        case .noAddressAnswers, .noAnswer:
            Meaning("The machine is off, or a firewall stops the way.", "Check the address and the network.")
        case .nothingListens: Meaning("The machine answers, but no server runs at this port.", "Check the port.")
        case .other: Meaning("The system or a library gives this reason.", "Check the network.")
        }
    }
}

extension MutationNotStored {
    static let message = Message(
        "\(MutationNotStored(reason: "The server could not save this change."))",
        Meaning(
            "A command's change was not saved for as long as the command waits.",
            "Look whether it was made, and make it again if not."
        )
    )
}

extension RefusedNode {
    static let message = Message(
        RefusedNode(
            node: ServerAddress.sample.first,
            error: .insecure(.keyChanged(expected: .sample, presented: .other))
        ).line,
        Meaning(
            "The terminal knows several nodes and does not trust this one. It sends nothing to this node and goes to the next one.",
            "What the message says. The terminal works as long as another node is trusted."
        )
    )
}

extension TLSError: Explained {
    static var samples: [Self] {
        [
            .untrustedKey(presented: .sample, reason: "self-signed certificate"),
            .keyChanged(expected: .sample, presented: .other), .noApplicationProtocol(wanted: "tickwire/1"),
            .handshakeTimedOut(.seconds(10)), .closedDuringHandshake, .tooMuchWrittenBeforeHandshake(limit: 65_536),
            .tooManyEmptyRecords, .truncated, .failed(.sample),
            .unreadableFile(path: "/etc/tickwire/key.pem", reason: "Permission denied"),
            .unwritableFile(path: "~/.local/share/tickwire/known_servers", reason: "Read-only file system"),
            .malformedCertificate(path: "/etc/tickwire/certificate.pem"), .malformedKey(path: "/etc/tickwire/key.pem"),
            .keyMismatch(certificate: "/etc/tickwire/certificate.pem", key: "/etc/tickwire/key.pem"),
            .malformedKnownServer(path: "~/.local/share/tickwire/known_servers", line: 3),
            .invalidName("prices example com"),
            .library(.sample),
        ]
    }

    var meaning: Meaning {
        switch self {
        case .untrustedKey:
            Meaning(
                "Nobody vouches for the key, and you have not confirmed it.",
                "Compare the key, then answer, or give `--pin`."
            )
        case .keyChanged:
            Meaning(
                "The server shows another key than the one that you trust.",
                "Ask its owner for the new key before you trust it."
            )
        case .noApplicationProtocol:
            Meaning("Something else answers there, or another version.", "Check the address, and update.")
        case .handshakeTimedOut: "The other end is too slow, or does not speak TLS."
        case .handshakeFailed, .failed, .library:
            Meaning("OpenSSL has failed, for the reason that it names.", "Check the address, and update the older end.")
        case .closedDuringHandshake:
            Meaning("The other end hung up.", "Check the address; the server may also be full.")
        case .tooMuchWrittenBeforeHandshake: Meaning("A bug in the program.", "Report it.")
        case .tooManyEmptyRecords: "The other end floods the connection."
        case .truncated: "The network, or a program between both ends, has cut the connection."
        case .unreadableFile:
            Meaning("The file is missing or not this user's.", "Fix its owner or mode, or give another path.")
        case .unwritableFile: Meaning("The file cannot be written.", "Fix its owner or mode, or make room.")
        case .malformedCertificate:
            Meaning("`--certificate` names a file without a certificate.", "Give one in PEM form.")
        case .malformedKey:
            Meaning(
                "`--key` names a file without a key, or with one that a password protects.",
                "Give one in PEM form."
            )
        case .keyMismatch: Meaning("The two files do not belong together.", "Give the key of this certificate.")
        case .malformedKnownServer: Meaning("The file was edited by hand.", "Correct or remove the line.")
        case .invalidName:
            Meaning("No certificate can be made or checked for this name.", "Give a host name or an address.")
        }
    }
}

// MARK: Samples
extension ServerAddress {
    static let sample = ServerAddress(host: "prices.example.com", port: 7443)
}

extension PublicKeyPin {
    static let sample = PublicKeyPin("sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")!
    static let other = PublicKeyPin("sha256/bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=")!
}

extension TLSFailure {
    static let sample = TLSFailure(library: "SSL routines", reason: "unsupported protocol")
}
