internal import Shared

/// What a node may ask for all of its users together. Its own users' limits apply to each of them.
enum NodeLimits {
    static let charts = 10_000
    static let details = 250
    static let dayRates = 250
    static let icons = 32
    /// All of them are one frame, with a close for each hour.
    static let weeks = 1_000
}

extension ServerConnection {
    /// A node gets the market and answers about it. It has no table of a user.
    mutating func nodeSignedIn(_ result: Result<NodeID, Close>, into actions: inout Actions) {
        switch (result, phase) {
        case (.failure(let close), _): self.close(close, into: &actions)
        case (.success(let node), .signingIn(let arrival)):
            (phase, isNode) = (.open, true)
            actions.append(.ask(.node(.joined(node, address: arrival.hello.deviceName))), for: id)
            actions.append(.welcome(DecidedWelcome(version: arrival.version, terms: terms)), for: id)
            wantMarket(arrival.hello, into: &actions)
        case (.success, _): break
        }
    }
}
