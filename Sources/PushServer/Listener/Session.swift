internal import Shared

/// The rules of one connection: which frame may come when, and what it asks for. Knows neither channels nor clocks.
struct Session {
    /// What the connection has to do about a frame.
    enum Action: Equatable {
        case signIn(Hello)
        case settle(NumberedMutation)
        case answerPing(nonce: UInt64)
        case sendSnapshot
        case openChart(ChartID, ChartOrder)
        case closeChart(ChartID)
        case answerDetail(number: UInt32, CoinID)
        case answerAccount(number: UInt32, AccountOrder)
        case sendIcons([CoinID])
        case logOut
        case close(Close)
        case nothing
    }

    private enum State: Equatable {
        case awaitingHello
        /// Credentials are being checked, the user's state is being read.
        case signingIn
        case open(unansweredMutations: Int)
        /// The token is being revoked; nothing that still comes matters.
        case loggingOut
        case closing
    }

    /// Of the limits only what these rules ask for, since there is one of these for each connection.
    private let frameBytes: Int
    private let helloFrameBytes: Int
    private let mutationsInFlight: Int
    private var state = State.awaitingHello

    init(limits: SessionLimits) {
        (frameBytes, helloFrameBytes) = (limits.clientFrameBytes, limits.helloFrameBytes)
        mutationsInFlight = limits.mutationsInFlight
    }

    /// The largest frame that may come now: a stranger gets little room.
    var frameLimit: Int {
        if case .open = state { frameBytes } else { helloFrameBytes }
    }

    var isAwaitingHello: Bool { state == .awaitingHello }
    var isClosing: Bool { state == .closing }

    mutating func received(_ frame: ClientFrame) -> Action {
        switch (frame, state) {
        case (_, .closing), (.unknown, _), (.pong, _): .nothing
        case (.hello(let hello), .awaitingHello): greet(hello)
        case (.hello, _): close(.outOfPlace("hello"))
        case (.ping(let nonce), _): .answerPing(nonce: nonce)
        case (_, .loggingOut): .nothing
        case (.mutation(let mutation), .open(let unanswered)): take(mutation, unanswered: unanswered)
        case (.snapshotRequest, .open): .sendSnapshot
        case (.openChart(let chart, let order), .open): .openChart(chart, order)
        case (.closeChart(let chart), .open): .closeChart(chart)
        case (.detailRequest(let number, let coin), .open): .answerDetail(number: number, coin)
        case (.accountRequest(let number, let order), .open): .answerAccount(number: number, order)
        case (.iconRequest(let coins), .open): .sendIcons(coins)
        case (.logout, .open): logOut()
        case (.mutation, _): close(.outOfPlace("mutation"))
        case (.snapshotRequest, _): close(.outOfPlace("snapshot request"))
        case (.logout, _): close(.outOfPlace("logout"))
        case (.openChart, _), (.closeChart, _): close(.outOfPlace("chart"))
        case (.detailRequest, _): close(.outOfPlace("detail request"))
        case (.accountRequest, _): close(.outOfPlace("account request"))
        case (.iconRequest, _): close(.outOfPlace("icon request"))
        }
    }

    mutating func failed(_ error: FrameError) -> Action {
        close(Close(error.closeCode, error.description))
    }

    mutating func opened() { state = .open(unansweredMutations: 0) }

    mutating func answered() {
        if case .open(let unanswered) = state { state = .open(unansweredMutations: max(0, unanswered - 1)) }
    }

    mutating func close(_ close: Close) -> Action {
        if state == .closing { return .nothing }
        state = .closing
        return .close(close)
    }

    private mutating func logOut() -> Action {
        state = .loggingOut
        return .logOut
    }

    private mutating func greet(_ hello: Hello) -> Action {
        guard ProtocolVersion.common(with: hello.protocols) != nil else {
            return close(.unsupportedVersion(offered: hello.protocols))
        }
        state = .signingIn
        return .signIn(hello)
    }

    private mutating func take(_ mutation: NumberedMutation, unanswered: Int) -> Action {
        if unanswered >= mutationsInFlight { return close(.tooManyMutations(limit: mutationsInFlight)) }
        state = .open(unansweredMutations: unanswered + 1)
        return .settle(mutation)
    }
}

extension Close {
    fileprivate static func outOfPlace(_ name: String) -> Close {
        Close(.badFrame, "A \(name) may not come at this point of the session.")
    }

    fileprivate static func unsupportedVersion(offered: ClosedRange<UInt32>) -> Close {
        let own = ProtocolVersion.supported
        return Close(
            .unsupportedVersion,
            """
            This server speaks protocol \(own.lowerBound) to \(own.upperBound), the client \(offered.lowerBound) \
            to \(offered.upperBound); update the older of the two.
            """
        )
    }

    fileprivate static func tooManyMutations(limit: Int) -> Close {
        Close(.tooManyMutations, "More than \(limit) changes are unanswered.", retryAfter: .seconds(1))
    }
}
