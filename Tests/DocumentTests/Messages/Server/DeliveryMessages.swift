@testable import PushServer
@testable import Shared

/// Why an alert has not reached a host, as it stands beside a way of delivery.
enum DeliveryMessages {
    static let all =
        Message.all(TransferFailure.self) + [
            Message(
                "ntfy.sh answered with status 403",
                Meaning("The host refuses the post.", "Check the address and the secret.")
            ),
            Message(
                "ntfy.sh answered with status 301, and redirects are not followed",
                Meaning("The host has moved what was at the address.", "Add a way with the new address.")
            ),
            Message(
                "the operator does not allow posts to https://ntfy.example.com",
                Meaning("The operator no longer allows the host.", "Use another host, or ask the operator.")
            ),
            Message(
                "more than 100 alerts were waiting",
                Meaning("The host has not taken alerts for long. The oldest ones were given up.", "Check the host.")
            ),
            Message("This is a test message of Tickwire.", "What the host gets when you test a way of delivery."),
        ]
}

extension TransferFailure: Explained {
    static var samples: [Self] {
        [
            .timedOut, .unreachable("Could not resolve host: ntfy.sh"), .tooLarge(limit: 65_536),
            .broken("transfer closed with 10 bytes remaining to read", received: []),
            .forbidden(address: "192.168.1.5"), .pointsElsewhere, .tooManyWaiting,
        ]
    }

    var words: String {
        DeliveryAddress("https://ntfy.sh/my-topic").flatMap { AlertPoster.problem(self, $0) } ?? "NO PROBLEM"
    }

    var meaning: Meaning {
        switch self {
        case .timedOut, .unreachable, .broken:
            Meaning("The host or the network fails. The server tries again for a day.", "If it lasts, check the host.")
        case .tooLarge, .pointsElsewhere:
            Meaning("The address is not one for messages.", "Check it.")
        case .forbidden:
            Meaning("The host's name leads into a private network.", "What the message says.")
        case .tooManyWaiting: "Many users post to this host at the moment. The server tries again."
        case .cancelled: "The server stops. The next one tries again."
        }
    }
}
