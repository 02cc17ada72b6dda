internal import Shared

/// A request in the form for libcurl.
struct TransferRequest: Sendable {
    let url: String
    /// Scheme, host and port. Concurrent transfers are counted by it.
    let host: String
    /// Whether it gives way to requests that serve everybody.
    let isSpare: Bool
    let headerLines: [String]
    let connectTime: Duration
    let totalTime: Duration
    let bodyBytes: Int
    /// The header fields of the answer that are kept, with lower-case names.
    let keptHeaders: Set<String>
    let redirects: Int
    let allowsHTTP: Bool
    let authorities: String?
    /// The body to post; nil: the request is no POST.
    let post: [UInt8]?
    /// The addresses that it may connect to, whatever the host's name resolves to; nil: any.
    let addresses: AddressRule?

    init(_ endpoint: Endpoint, base: String, limits: RouterLimits, environment: ProviderEnvironment) {
        url = endpoint.url(base: base)
        host = Self.origin(of: base)
        isSpare = endpoint.isForOneCoin
        keptHeaders = HTTPAnswer.keptHeaders.union(endpoint.host.ownHeaders)
        var lines = ["Accept: \(endpoint.accepts)"] + endpoint.headers.map { "\($0.key): \($0.value)" }
        if let key = endpoint.key { lines.append(key.headerLine) }
        headerLines = lines
        connectTime = limits.connectTime
        totalTime = limits.totalTime
        bodyBytes = min(endpoint.bodyBytes, limits.bodyBytes)
        // libcurl repeats custom header fields on every hop. So a request with a key follows no redirect, not even to
        // its own host.
        // https://curl.se/libcurl/c/CURLOPT_HTTPHEADER.html, "SECURITY CONCERNS"
        redirects = endpoint.key == nil ? limits.redirects : 0
        // A provider at an https address never falls back to http, even if another provider's stand-in uses http.
        allowsHTTP = environment.allowsPlainHTTP && !base.lowercased().hasPrefix("https:")
        authorities = environment.authorities
        (post, addresses) = (nil, nil)
    }

    /// A post to a host that a user has named. Only the status of the answer matters. No redirect is followed.
    init(
        posting body: [UInt8],
        to address: DeliveryAddress,
        headerLines: [String],
        limits: RouterLimits,
        addresses: AddressRule,
        authorities: String?
    ) {
        (url, host, post, self.headerLines, self.addresses) =
            (address.text, address.origin, body, headerLines, addresses)
        (isSpare, keptHeaders, redirects, self.authorities) = (false, [], 0, authorities)
        (connectTime, totalTime, bodyBytes) = (limits.connectTime, limits.totalTime, limits.bodyBytes)
        allowsHTTP = address.origin.hasPrefix("http:")
    }

    /// The mock market and local replays are reached directly, even if a proxy is configured.
    var isLoopback: Bool {
        let name = host.split(separator: "/").last ?? ""
        return name.hasPrefix("127.") || name.hasPrefix("[::1]") || name == "localhost" || name.hasPrefix("localhost:")
    }

    /// Whether a redirect stays with the configured scheme, host and port. Only an absolute path or that very origin
    /// does; any other spelling counts as elsewhere (RFC 3986, section 4.2: two slashes begin a host).
    func isOwn(redirect location: String) -> Bool {
        if location.utf8.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: "\\") || $0 >= 0x7F }) { return false }
        if location.hasPrefix("/") { return !location.hasPrefix("//") }
        return location.hasPrefix(host + "/")
    }

    private static func origin(of base: String) -> String {
        base.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }
}
