internal import Shared

/// What a connection still owes its user: answers to changes, and data for a client that does not read. It owes at most
/// the newest table and one result for each change that may be unanswered.
struct UserDelivery {
    /// Whether the user hub knows this connection.
    fileprivate(set) var hasJoined = false
    /// The account under which the candle hub counts the charts.
    fileprivate(set) var account: AccountID?
    /// The store that the client's Welcome named.
    fileprivate var store: StoreIdentity?
    fileprivate var unanswered = 0
    /// The version that the client was sent last; nil if it needs the whole table.
    fileprivate var sent: UInt64?
    /// The table that the client has not been sent yet.
    fileprivate var news: UserNews?
    /// Whether the socket is still taking a diff or table. The next one waits.
    fileprivate var isInFlight = false
    /// Whether the user hub was asked for the whole table because the client's table differs.
    fileprivate var isTableWanted = false
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

    /// Revokes a new token that the client never received.
    func takeBackToken(of signIn: Accounts.SignIn?, into actions: inout Actions) {
        if let token = signIn?.newToken { actions.append(.ask(.revoke(token.hash)), for: id) }
    }

    private mutating func joined(
        _ news: UserNews,
        lastMutation: UInt64,
        forgotten: MarketTime?,
        kinds: Set<UInt32>?,
        into actions: inout Actions
    ) {
        guard case .signingIn(let arrival) = phase, let signIn = arrival.signIn else { return }
        phase = .open
        let welcome = DecidedWelcome(
            version: arrival.version,
            terms: terms.offering(only: kinds),
            userName: signIn.account.name.text,
            token: signIn.newToken?.bytes,
            lastMutation: lastMutation,
            forgotten: forgotten,
            user: news.position
        )
        actions.append(.welcome(welcome), for: id)
        (user.store, user.news) = (news.store, news)
        // Versions of another database mean something else.
        user.sent = arrival.hello.user.flatMap { $0.store == news.position.store ? $0.version : nil }
        show(candlesFrom: terms.offers.klineSource(of: news.table), into: &actions)
        sendHeldBack(into: &actions)
        wantMarket(arrival.hello, into: &actions)
    }

    // MARK: The table, and changes

    mutating func received(_ push: UserPush, into actions: inout Actions) {
        switch push {
        case .joined(let news, let lastMutation, let forgotten, let kinds):
            joined(news, lastMutation: lastMutation, forgotten: forgotten, kinds: kinds, into: &actions)
        // The push comes from a restored database, and this connection is about to be closed.
        case .changed(let news) where news.store != user.store, .table(let news) where news.store != user.store: break
        case .changed(let news):
            show(candlesFrom: terms.offers.klineSource(of: news.table), into: &actions)
            user.news = news
            sendHeldBack(into: &actions)
        case .table(let news):
            // A change that arrived meanwhile is newer.
            if user.news == nil { user.news = news }
            (user.isTableWanted, user.sent) = (false, nil)
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
        guard let store = user.store else { return }
        if user.unanswered >= limit { return close(.tooManyMutations(limit: limit), into: &actions) }
        user.unanswered += 1
        actions.append(.ask(.settle(mutation, store)), for: id)
    }

    /// The client's hash differs from the server's, or a diff did not fit its table.
    mutating func wantTable(into actions: inout Actions) {
        if user.isTableWanted { return }
        user.isTableWanted = true
        actions.append(.count(.userHashMismatch), for: id)
        actions.append(.ask(.userTable), for: id)
    }

    mutating func userWritten(into actions: inout Actions) {
        user.isInFlight = false
        if isBeingServed { sendHeldBack(into: &actions) }
    }

    /// A result is sent after the table that contains its effect.
    mutating func sendHeldBack(into actions: inout Actions) {
        guard isWritable else { return }
        if let news = user.news, !user.isInFlight, !user.isTableWanted {
            actions.append(.sendUser(news, since: user.sent), for: id)
            (user.sent, user.news, user.isInFlight) = (news.table.version, nil, true)
        }
        let ready = user.results.prefix { $0.version <= user.sent ?? 0 }
        for result in ready { actions.append(.send(.mutationResult(result)), for: id) }
        user.results.removeFirst(ready.count)
    }
}
