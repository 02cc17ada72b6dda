import CCurl
import PlatformKit
import Shared

/// A running request: libcurl's handle and the received bytes. Only the transfer thread uses it.
final class Transfer {
    let pending: PendingTransfer
    let easy: UnsafeMutableRawPointer
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var headers: [String: String] = [:]
    private var body: [UInt8] = []
    private var isTooLarge = false
    private var isRedirect = false
    private var pointsElsewhere = false
    /// An address of the host to which nothing may be posted.
    private var refusedAddress: String?

    init(_ pending: PendingTransfer) {
        self.pending = pending
        guard let easy = curl_easy_init() else { preconditionFailure("out of memory") }
        self.easy = easy
        configure(pending.request)
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerList)
    }

    func result(_ code: CURLcode) -> Result<TransferredAnswer, TransferFailure> {
        if let refusedAddress, code != CURLE_OK { return .failure(.forbidden(address: refusedAddress)) }
        if pointsElsewhere { return .failure(.pointsElsewhere) }
        // Only the status of an answer to a post matters, and it comes before the body.
        if isTooLarge, pending.request.post == nil {
            return .failure(.tooLarge(limit: pending.request.bodyBytes))
        }
        guard isTooLarge || code == CURLE_OK else {
            let detail = String(cString: curl_easy_strerror(code))
            return .failure(TransferFailure(code: code, detail: detail, request: pending.request, received: body))
        }
        var status = 0
        tickwire_curl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
        var retryAfter: curl_off_t = 0
        tickwire_curl_get_offset(easy, CURLINFO_RETRY_AFTER, &retryAfter)
        let answer = TransferredAnswer(
            status: status,
            headers: headers,
            body: body,
            retryAfterSeconds: Int(retryAfter)
        )
        return .success(answer)
    }

    private func configure(_ request: TransferRequest) {
        set(CURLOPT_URL, request.url)
        set(CURLOPT_USERAGENT, "tickwire")
        // The list is fixed, because libcurl's own list differs from build to build.
        set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
        for line in request.headerLines { headerList = curl_slist_append(headerList, line) }
        tickwire_curl_set_headers(easy, headerList)
        if let post = request.post { tickwire_curl_set_post(easy, post, post.count) }
        configureConnection(request)
        configureSinks()
    }

    private func configureConnection(_ request: TransferRequest) {
        tickwire_curl_set_protocols(easy, request.allowsHTTP ? 0 : 1)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        set(CURLOPT_PIPEWAIT, 1)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        if let authorities = request.authorities { set(CURLOPT_CAINFO, authorities) }
        set(CURLOPT_FOLLOWLOCATION, request.redirects > 0 ? 1 : 0)
        set(CURLOPT_MAXREDIRS, request.redirects)
        set(CURLOPT_CONNECTTIMEOUT_MS, request.connectTime.wholeMilliseconds)
        set(CURLOPT_TIMEOUT_MS, request.totalTime.wholeMilliseconds)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        // Time limits must not use SIGALRM in a multithreaded process. https://curl.se/libcurl/c/CURLOPT_NOSIGNAL.html
        set(CURLOPT_NOSIGNAL, 1)
        // A proxy would resolve the name itself, so the address could not be checked here.
        if request.isLoopback || request.addresses != nil { set(CURLOPT_PROXY, "") }
        if request.addresses != nil { configureSockets() }
    }

    /// libcurl calls this with each resolved address before it connects.
    private func configureSockets() {
        tickwire_curl_set_socket_opener(
            easy,
            { context, _, address in
                guard let context, let address else { return CURL_SOCKET_BAD }
                return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().openSocket(to: address)
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// - Returns: CURL_SOCKET_BAD if nothing may be sent to the address. libcurl then tries the host's next one.
    private func openSocket(to address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        // libcurl declares room for a sockaddr, and has allocated as much as the address needs.
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return CURL_SOCKET_BAD }
        let bytes = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(address) + offset,
            count: Int(address.pointee.addrlen)
        )
        let resolved = IPAddress(socketAddress: bytes)
        guard let resolved, pending.request.addresses?.allows(resolved) == true else {
            refusedAddress = resolved?.description ?? "an unknown kind of address"
            return CURL_SOCKET_BAD
        }
        return socket(
            address.pointee.family,
            address.pointee.socktype | Sockets.closeOnExec,
            address.pointee.protocol
        )
    }

    /// The sinks get an unretained pointer to this object: the driver retains it while the handle is in the set.
    private func configureSinks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        tickwire_curl_set_body_sink(
            easy,
            { bytes, size, count, context in Transfer.taking(bytes, size * count, context) { $0.takeBody($1) } },
            context
        )
        tickwire_curl_set_header_sink(
            easy,
            { bytes, size, count, context in Transfer.taking(bytes, size * count, context) { $0.takeHeader($1) } },
            context
        )
    }

    /// - Returns: the number of bytes taken, as libcurl expects. Any other number ends the transfer.
    private static func taking(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?,
        _ take: (Transfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context else { return 0 }
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        return take(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        isTooLarge = bytes.count > pending.request.bodyBytes - body.count
        if !isTooLarge { body.append(contentsOf: bytes) }
        return !isTooLarge
    }

    /// Takes one header line. A status line begins the next answer, for example after a redirect.
    private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            headers = [:]
            isRedirect = line.split(separator: " ", maxSplits: 2).dropFirst().first?.hasPrefix("3") ?? false
        } else if let colon = line.firstIndex(of: ":") {
            let name = line[..<colon].lowercased()
            let value = line[colon...].dropFirst().drop { $0 == " " }.prefix { !$0.isNewline }
            if pending.request.keptHeaders.contains(name) { headers[name] = String(value) }
            // Check before libcurl follows it. If redirects are not followed at all, the answer itself matters.
            pointsElsewhere =
                pointsElsewhere
                || (isRedirect && name == "location" && pending.request.redirects > 0
                    && !pending.request.isOwn(redirect: String(value).trimmed))
        }
        return !pointsElsewhere
    }

    private func set(_ option: CURLoption, _ value: Int) { tickwire_curl_set_long(easy, option, value) }
    private func set(_ option: CURLoption, _ value: String) { tickwire_curl_set_text(easy, option, value) }
}

extension Duration {
    /// At least 1, because 0 means no limit to libcurl.
    fileprivate var wholeMilliseconds: Int {
        max(1, Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000))
    }
}
