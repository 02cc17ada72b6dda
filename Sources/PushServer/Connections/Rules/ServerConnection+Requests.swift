internal import Shared

/// The unanswered requests of one connection.
struct PendingRequests {
    /// The limit is low because each may cost a request to a provider.
    static let detailsMax = 8
    /// The limit is low because an answer can have 100 KB.
    static let dayRatesMax = 4
    /// The limit is low because each may cost a password hash.
    static let accountRequestsMax = 4

    var details: UInt8 = 0
    var account: UInt8 = 0
    var dayRates: UInt8 = 0
}

/// The weeks that a connection shows. The value is small, because a tick visits all connections.
struct ConnectionWeeks {
    private var coins: [CoinID] = []
    private var step: UInt8 = 1
    /// Nil if no weeks are shown.
    var request: WeekRequest? {
        get { coins.isEmpty ? nil : WeekRequest(coins, step: Int(step)) }
        set { (coins, step) = (newValue?.coins ?? [], UInt8(clamping: newValue?.step ?? 1)) }
    }
    /// Whether weeks arrived while the client did not read.
    var isLate = false
}

extension ServerConnection {
    mutating func answerDetail(_ number: UInt32, _ coin: CoinID, _ isListed: Bool, into actions: inout Actions) {
        // Arbitrary coin numbers must not use up the provider's budget.
        guard isListed else { return refuseDetail(number, .noCoin(coin), into: &actions) }
        guard requests.details < (isNode ? NodeLimits.details : PendingRequests.detailsMax) else {
            return refuseDetail(number, .tooManyRequests, into: &actions)
        }
        requests.details += 1
        actions.append(.ask(.detail(number: number, coin)), for: id)
    }

    private func refuseDetail(_ number: UInt32, _ problem: AnswerProblem, into actions: inout Actions) {
        actions.append(.send(.detail(number: number, .failure(problem))), for: id)
    }

    mutating func answerAccount(_ number: UInt32, _ request: AccountRequest, into actions: inout Actions) {
        guard requests.account < PendingRequests.accountRequestsMax else {
            return actions.append(.send(.accountAnswer(number: number, .failure(.tooManyRequests))), for: id)
        }
        requests.account += 1
        actions.append(.ask(.account(number: number, request)), for: id)
    }

    /// The answer goes out first, because the hub ends the connection of a device that is signed out.
    mutating func accountAnswered(
        _ number: UInt32,
        _ answer: Result<[Device], AccountProblem>,
        signsOut device: DeviceID?,
        into actions: inout Actions
    ) {
        if isBeingServed {
            requests.account -= 1
            actions.append(.send(.accountAnswer(number: number, answer)), for: id)
        }
        if let device { actions.append(.ask(.signOut(device)), for: id) }
    }

    mutating func answerDayRates(_ number: UInt32, _ request: DayRatesRequest, into actions: inout Actions) {
        guard requests.dayRates < (isNode ? NodeLimits.dayRates : PendingRequests.dayRatesMax) else {
            return actions.append(.send(.dayRates(number: number, .failure(.tooManyRequests))), for: id)
        }
        requests.dayRates += 1
        actions.append(.ask(.dayRates(number: number, request)), for: id)
    }

    // MARK: Icons

    mutating func want(iconsOf coins: [CoinID], into actions: inout Actions, isListed: (CoinID) -> Bool) {
        let coins = IconRequests.looked(at: coins)
        iconRequests.want(coins.filter(isListed))
        // Arbitrary coin numbers must not use up the provider's budget.
        for coin in coins where !isListed(coin) { actions.append(.send(.icon(coin, nil)), for: id) }
        fetchIcons(into: &actions)
    }

    /// Fetches the wanted icons while the client reads.
    mutating func fetchIcons(into actions: inout Actions) {
        while isWritable,
            let coin = iconRequests.begin(underWayMax: isNode ? NodeLimits.icons : IconRequests.underWayMax)
        { actions.append(.ask(.icon(coin)), for: id) }
    }

    /// An icon that arrives while the client does not read is not kept. It is requested again once the client reads.
    mutating func iconCame(_ icon: CoinIcon?, of coin: CoinID, into actions: inout Actions) {
        guard isWritable else { return iconRequests.postpone(coin) }
        iconRequests.end(coin)
        actions.append(.send(.icon(coin, icon)), for: id)
        fetchIcons(into: &actions)
    }

    // MARK: Weeks

    mutating func show(_ request: WeekRequest, into actions: inout Actions) {
        let request = WeekRequest(
            Array(request.coins.prefix(isNode ? NodeLimits.weeks : WeekRequest.coinsMax)),
            step: request.step
        )
        if request.coins.isEmpty, weeks.request == nil { return }
        weeks.request = request.coins.isEmpty ? nil : request
        actions.append(.ask(.showWeeks(request)), for: id)
    }

    /// Weeks that arrive while the client does not read are not kept. They are requested again once the client reads.
    mutating func weeksCame(_ news: [CoinWeek], open hour: MarketHour, into actions: inout Actions) {
        guard isWritable else { return weeks.isLate = true }
        actions.append(.send(.weeks(news, open: hour)), for: id)
    }

    mutating func askForLateWeeks(into actions: inout Actions) {
        guard weeks.isLate, let request = weeks.request else { return weeks.isLate = false }
        weeks.isLate = false
        // First show no coins, so that the hub treats all of them as new.
        for request in [WeekRequest([]), request] { actions.append(.ask(.showWeeks(request)), for: id) }
    }
}
