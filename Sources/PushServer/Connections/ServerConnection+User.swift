internal import Shared

/// What a connection owes its user: answers to changes, and what waits for a client that does not read, which is the newest
/// state and at most as many results as changes may be unanswered.
struct UserDelivery {
    /// The user hub knows this connection.
    fileprivate(set) var hasJoined = false
    /// Whose charts the candle hub counts.
    fileprivate(set) var account: AccountID?
    fileprivate var unanswered = 0
    fileprivate var state: UserNews?
    fileprivate(set) var results: [MutationResult] = []
}

extension ServerConnection {
    // MARK: Signing in

    mutating func signedIn(_ result: Result<Accounts.SignIn, Close>, into actions: inout Actions) {
        switch (result, phase) {
        case (.failure(let close), _): self.close(close, into: &actions)
        case (.success(let signIn), .signingIn(var arrival)):
            arrival.signIn = signIn
            phase = .signingIn(arrival)
            (user.hasJoined, user.account) = (true, signIn.account.id)
            actions.append(.ask(.join(signIn, arrival.hello.clientID)), for: id)
        case (.success(let signIn), _): takeBackToken(of: signIn, into: &actions)
        }
    }

    /// The client never got to know its new token.
    func takeBackToken(of signIn: Accounts.SignIn?, into actions: inout Actions) {
        if let token = signIn?.newToken { actions.append(.ask(.revoke(token.hash)), for: id) }
    }

    private mutating func joined(
        _ state: UserState,
        lastMutation: UInt64,
        store: StoreIdentity,
        into actions: inout Actions
    ) {
        guard case .signingIn(let arrival) = phase, let signIn = arrival.signIn else { return }
        phase = .open
        let welcome = Welcome(
            version: ProtocolVersion.supported.upperBound,
            serverVersion: ProductVersion.current,
            serverTime: MarketTime(milliseconds: 0),
            userName: signIn.account.name.text,
            token: signIn.newToken?.bytes,
            epoch: terms.epoch,
            lastMutation: lastMutation,
            limits: terms.limits,
            store: UInt64(store.rawValue)
        )
        actions.append(.welcome(welcome), for: id)
        actions.append(.sendUserState(UserNews(state)), for: id)
        show(candlesFrom: state.settings.klineSource, into: &actions)
        beginMarket(arrival.hello, into: &actions)
    }

    // MARK: State and changes

    mutating func received(_ push: UserPush, into actions: inout Actions) {
        switch push {
        case .joined(let state, let lastMutation, let store):
            joined(state, lastMutation: lastMutation, store: store, into: &actions)
        case .state(let news):
            show(candlesFrom: news.state.settings.klineSource, into: &actions)
            user.state = news
            sendHeldBack(into: &actions)
        case .result(let result):
            user.unanswered = max(0, user.unanswered - 1)
            user.results.append(result)
            sendHeldBack(into: &actions)
        case .close(let close): self.close(close, into: &actions)
        }
    }

    mutating func settle(_ mutation: NumberedMutation, into actions: inout Actions) {
        let limit = terms.limits.mutationsInFlight
        if user.unanswered >= limit { return close(.tooManyMutations(limit: limit), into: &actions) }
        user.unanswered += 1
        actions.append(.ask(.settle(mutation)), for: id)
    }

    /// A result follows the state that holds its effect.
    mutating func sendHeldBack(into actions: inout Actions) {
        guard isWritable else { return }
        if let state = user.state { actions.append(.sendUserState(state), for: id) }
        for result in user.results { actions.append(.send(.mutationResult(result)), for: id) }
        (user.state, user.results) = (nil, [])
    }
}

extension Close {
    fileprivate static func tooManyMutations(limit: Int) -> Close {
        Close(.tooManyMutations, "More than \(limit) changes are unanswered.", retryAfter: .seconds(1))
    }
}
