internal import Shared

/// The market's part of a connection.
extension ServerConnection {
    mutating func wantMarket(_ hello: Hello, into actions: inout Actions) {
        if hello.withoutMarket { return actions.append(.count(.beginning(.none)), for: id) }
        actions.append(.beginMarket(hello.resume), for: id)
    }

    /// A client whose position the market continues gets a diff. Any other client gets a snapshot.
    /// - Parameter held: the client's position.
    mutating func beginMarket(
        from held: MarketPosition?,
        in lineage: MarketLineage,
        at sequence: UInt64,
        into actions: inout Actions
    ) {
        guard isBeingServed else { return }
        go(on: lineage.continuation(of: held, at: sequence), from: held, in: lineage, into: &actions)
        sendRates(into: &actions)
        actions.append(.serveMarket, for: id)
    }

    private mutating func go(
        on continuation: MarketLineage.Continuation,
        from held: MarketPosition?,
        in lineage: MarketLineage,
        into actions: inout Actions
    ) {
        market = .starting(continuation, from: held)
        switch continuation {
        case .diff:
            if let news = lineage.news, held?.epoch != lineage.epoch { actions.append(.send(.newEpoch(news)), for: id) }
            actions.append(.count(.beginning(.diff)), for: id)
        case .snapshot: actions.append(.count(.beginning(.snapshot)), for: id)
        case .wait: break
        }
    }

    /// The market goes on in another epoch, or after this node had none.
    /// - Parameter sequence: where the market stood here in the old one.
    mutating func entered(
        _ lineage: MarketLineage,
        from old: MarketEpoch,
        at sequence: UInt64,
        into actions: inout Actions
    ) {
        guard isBeingServed else { return }
        if case .awaiting(let held) = market.position {
            go(on: lineage.continuation(of: held, at: sequence), from: held, in: lineage, into: &actions)
        } else {
            market.enter(lineage, from: old, at: sequence)
            if market.isFollowing, let news = lineage.news { actions.append(.send(.newEpoch(news)), for: id) }
        }
    }

    /// No diff leads from the old table to the market here, whose lineage this connection has entered.
    mutating func marketReplaced(into actions: inout Actions) {
        if isBeingServed { actions.append(.serveMarket, for: id) }
    }

    // MARK: Rates

    /// Rates that change while the client does not read are not kept for it. When it reads again, it gets the rates of
    /// that time.
    mutating func ratesChanged(into actions: inout Actions) {
        guard exchangeRates != .unwanted, isBeingServed else { return }
        if isWritable { sendRates(into: &actions) } else { exchangeRates = .late }
    }

    mutating func sendRates(into actions: inout Actions) {
        exchangeRates = .sent
        actions.append(.sendRates, for: id)
    }

    /// The client's hash differs from the server's, or a diff did not fit its table.
    mutating func restartMarket(into actions: inout Actions) {
        guard market.restartWithSnapshot() else { return }
        actions.append(.count(.hashMismatch), for: id)
        actions.append(.serveMarket, for: id)
    }
}

/// Whether a connection has been sent the exchange rates.
enum RateDelivery {
    /// The session has not begun, or the client wants no market.
    case unwanted
    case sent
    /// The rates changed while the client did not read.
    case late
}
