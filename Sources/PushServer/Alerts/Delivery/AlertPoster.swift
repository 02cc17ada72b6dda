internal import Shared

/// Posts alerts to the hosts that the operator allows, and to no others.
struct AlertPoster: Sendable {
    private let hosts: [String: AlertHost]
    private let transfers: TransferLoop
    private let limits: RouterLimits
    private let authorities: String?
    private let symbol: @Sendable (CoinID) async -> String
    private let now: @Sendable () -> MarketTime

    /// What a post may cost. Claims last longer than the posts of one round, however slow their hosts are.
    static var limits: RouterLimits {
        var limits = RouterLimits()
        limits.totalTime = .seconds(10)
        limits.bodyBytes = 64 << 10
        return limits
    }

    /// - Parameters:
    ///   - transfers: must serve nothing else, because libcurl reuses a host's connections, and only the addresses of
    ///     posts were checked.
    ///   - authorities: the path of a PEM file with what to trust; nil: what the system trusts.
    ///   - symbol: the symbol of a coin.
    init(
        hosts: [AlertHost],
        transfers: TransferLoop,
        limits: RouterLimits = Self.limits,
        authorities: String? = nil,
        now: @escaping @Sendable () -> MarketTime,
        symbol: @escaping @Sendable (CoinID) async -> String
    ) {
        self.hosts = Dictionary(hosts.map { ($0.origin, $0) }) { $1 }
        (self.transfers, self.limits, self.authorities) = (transfers, limits, authorities)
        (self.symbol, self.now) = (symbol, now)
    }

    /// - Returns: nil if the server stops meanwhile, so that the outcome of the post is unknown.
    func post(_ post: OutgoingPost) async -> PostOutcome.Result? {
        let address = post.delivery.address
        guard let host = hosts[address.origin] else {
            return .failed(problem: "the operator does not allow posts to \(address.origin)")
        }
        let symbol = if let event = post.event { await symbol(event.coin) } else { "" }
        let message = PostMessage(post, symbol: symbol, at: now())
        let request = TransferRequest(
            posting: message.body,
            to: address,
            headerLines: message.headerLines,
            limits: limits,
            addresses: host.addresses,
            authorities: authorities
        )
        do throws(TransferFailure) {
            let answer = try await transfers.transfer(request)
            if 200...299 ~= answer.status { return .delivered }
            let redirect = 300...399 ~= answer.status ? ", and redirects are not followed" : ""
            return .failed(
                problem: "\(address.host) answered with status \(answer.status)\(redirect)",
                retryAfter: .seconds(min(max(0, answer.retryAfterSeconds), 86_400))
            )
        } catch {
            return Self.problem(error, address).map { .failed(problem: $0) }
        }
    }

    /// - Returns: nil if the server stops.
    static func problem(_ failure: TransferFailure, _ address: DeliveryAddress) -> String? {
        switch failure {
        case .timedOut: "\(address.host) did not answer in time"
        case .tooLarge(let limit): "\(address.host) answered with more than \(limit) bytes"
        case .broken(let detail, _): "the answer of \(address.host) broke off: \(detail)"
        case .unreachable(let detail): "\(address.host) cannot be reached: \(detail)"
        case .forbidden(let resolved):
            "\(address.host) leads to \(resolved), to which this server sends nothing; "
                + "use another host, or ask the operator to allow \(address.origin)=private"
        case .pointsElsewhere: "\(address.host) points to another host"
        case .tooManyWaiting: "too many posts wait for \(address.host)"
        case .cancelled: nil
        }
    }
}
