internal import Foundation

/// What `tickwire-server status` reports about a server.
package struct NodeReport: Equatable, Sendable, Codable {
    package var version: String
    /// Where terminals connect.
    package var listen: String
    /// Why terminals are better off elsewhere; nil: it is ready.
    package var problem: String?
    /// What the operator should mend although the server is ready; nil: nothing.
    package var warning: String?
    /// The terminals that are signed in.
    package var terminals: Int
    /// Where its prices come from, a `ServerConfiguration.Market.Kind`; nil: an older server does not say.
    package var market: String?
    package var coins: Int
    /// The last step of the market here.
    package var sequence: UInt64
    /// Nil for a server that stands alone.
    package var fleet: FleetStatus?

    /// The names of its fields are those that scripts read.
    package var json: String { Self.text(of: self) }

    package static func text(of value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        guard let data = try? encoder.encode(value) else { preconditionFailure("texts and numbers can be encoded") }
        return String(decoding: data, as: UTF8.self)
    }

    /// - Returns: nil if this is no report.
    init?(json: String) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let report = try? decoder.decode(Self.self, from: Data(json.utf8)) else { return nil }
        self = report
    }

    init(
        version: String,
        listen: String,
        problem: String?,
        warning: String?,
        terminals: Int,
        market: String?,
        coins: Int,
        sequence: UInt64,
        fleet: FleetStatus?
    ) {
        (self.version, self.listen, self.problem, self.warning) = (version, listen, problem, warning)
        (self.terminals, self.market, self.coins) = (terminals, market, coins)
        (self.sequence, self.fleet) = (sequence, fleet)
    }
}
