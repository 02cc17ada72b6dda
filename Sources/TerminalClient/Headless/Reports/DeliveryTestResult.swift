internal import Shared

/// What became of a test message.
enum DeliveryTestResult: Hashable, Sendable {
    case delivered
    /// Another terminal has removed the way of delivery.
    case removed
    /// Another test of the same way has begun since.
    case replaced
    /// In the words of the server.
    case failed(String)

    /// Nil if the message was delivered.
    var problem: String? {
        switch self {
        case .delivered: nil
        case .removed: "it was removed in the meantime"
        case .replaced: "another test took its place"
        case .failed(let reason): reason
        }
    }

    /// - Parameter name: the name of the way of delivery.
    func words(of name: String) -> String {
        "\(name.escaped): " + (problem.map { "not delivered: \($0.escaped)" } ?? "delivered")
    }
}
