import Foundation

/// A server that users could choose instead, configured as they would.
struct Peer: Sendable {
    /// Ports that are free, and files that the peer may need.
    struct Place: Sendable {
        /// For TLS.
        let port: Int
        /// For the publisher, without TLS, because publishing is not measured.
        let plainPort: Int
        let certificate: String
        let key: String
        let folder: TemporaryFolder
    }

    let name: String
    let program: String
    let arguments: @Sendable (Place) throws -> [String]
    let subscription: Subscription
    /// The first bytes that a publisher sends.
    var preface: [UInt8] = []
    /// Whether the peer cannot have a plain port beside a TLS port.
    var publishesOverTLS = false
    /// The bytes that make the peer send a message to all subscribers.
    let publish: @Sendable ([UInt8]) -> [UInt8]

    static let all = [redis, nchan, mosquitto, nats]
    static let installed = all.filter { $0.url != nil }

    var url: URL? {
        ["/usr/bin/", "/usr/sbin/", "/usr/local/bin/"].map { URL(fileURLWithPath: $0 + program) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
