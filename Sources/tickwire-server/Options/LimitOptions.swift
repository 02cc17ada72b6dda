import ArgumentParser
import PushServer
import Shared

/// The limits of the server. The Welcome states those that concern a terminal.
struct LimitOptions: ParsableArguments {
    @Option(help: "How many connections the server accepts in all.")
    var maxConnections = 16_000

    @Option(help: "How many connections it accepts from one address; for IPv6, from one /64 network.")
    var maxConnectionsPerAddress = 1_000

    @Option(help: "How many terminals of one user may be connected.")
    var maxConnectionsPerUser = 100

    @Option(help: "How many handshakes and logins may be in progress.")
    var maxHandshakes = 4_000

    @Option(help: "The same from one address.")
    var maxHandshakesPerAddress = 400

    @Option(help: "How many frames a connection may send in a second, after a burst of ten times as many.")
    var maxFramesPerSecond = 200

    @Option(help: "The same for changes of lists and settings, of all connections of a user together.")
    var maxChangesPerSecond = 100

    @Option(help: "The same for charts, details, icons, snapshots and account requests together.")
    var maxRequestsPerSecond = 20

    @Option(help: "How many coins Favorites and each other list may have, 1 to 10000.")
    var maxFavorites = 500

    @Option(help: "How many changes of a connection may be unanswered, 1 to 1000.")
    var maxChangesUnanswered = 64

    @Option(help: "How many charts a connection may have open, 1 to 40.")
    var maxCharts = 8

    @Option(help: "How many candles a chart may have, 1 to 1000.")
    var maxCandles = 1_000

    @Option(help: "How many bytes a frame may have before the login, 2048 to 65536.")
    var maxHelloBytes = 4 * 1024

    @Option(help: "How many bytes a terminal's frame may have after it, 8192 to 1048576.")
    var maxFrameBytes = 64 * 1024

    @Option(help: "How many seconds a connection has for its TLS handshake.")
    var handshakeTimeout = 10

    @Option(help: "How many seconds a connection has for its hello, the handshake included.")
    var helloTimeout = 10

    @Option(help: "After how many days without use a token expires.")
    var tokenDays = 90

    func validate() throws {
        let counts = [
            ("--max-connections", maxConnections), ("--max-connections-per-address", maxConnectionsPerAddress),
            ("--max-connections-per-user", maxConnectionsPerUser), ("--max-handshakes", maxHandshakes),
            ("--max-handshakes-per-address", maxHandshakesPerAddress),
            ("--max-frames-per-second", maxFramesPerSecond), ("--max-changes-per-second", maxChangesPerSecond),
            ("--max-requests-per-second", maxRequestsPerSecond),
            ("--handshake-timeout", handshakeTimeout), ("--hello-timeout", helloTimeout), ("--token-days", tokenDays),
        ]
        // A Hello must hold a name, a password and the machine's name, and a frame the list of wanted icons. A terminal
        // may not have more charts than its user may have different ones, and a chart not more candles than one request
        // to a provider may ask for.
        let sizes = [
            ("--max-favorites", maxFavorites, 1...10_000),
            ("--max-changes-unanswered", maxChangesUnanswered, 1...1_000),
            ("--max-charts", maxCharts, 1...40), ("--max-candles", maxCandles, 1...1_000),
            ("--max-hello-bytes", maxHelloBytes, 2048...65_536),
            ("--max-frame-bytes", maxFrameBytes, 8192...SessionLimits.clientFrameBytesMax),
        ]
        for (name, value, range) in counts.map({ ($0, $1, 1...1_000_000) }) + sizes where !(range ~= value) {
            throw ValidationError(
                "\(name) \(value) is out of range; use \(range.lowerBound) to \(range.upperBound)"
            )
        }
        let needed = SessionLimits.clientFrameBytes(forListsOf: maxFavorites)
        if maxFrameBytes < needed {
            throw ValidationError(
                """
                --max-frame-bytes \(maxFrameBytes) is too small to remove all of --max-favorites \(maxFavorites) at once; \
                use \(needed) or more
                """
            )
        }
    }

    func apply(to configuration: inout ServerConfiguration) {
        configuration.limits.connections = maxConnections
        configuration.limits.connectionsPerAddress = maxConnectionsPerAddress
        configuration.limits.handshakes = maxHandshakes
        configuration.limits.handshakesPerAddress = maxHandshakesPerAddress
        configuration.limits.handshakeTimeout = .seconds(handshakeTimeout)
        configuration.tokenLifetime.unused = .seconds(tokenDays * 86_400)
        configuration.limits.connectionsPerUser = maxConnectionsPerUser
        configuration.limits.framesPerSecond = maxFramesPerSecond
        configuration.limits.mutationsPerSecond = maxChangesPerSecond
        configuration.limits.requestsPerSecond = maxRequestsPerSecond
        configuration.limits.records.limit(.listItem, toRecords: maxFavorites)
        configuration.limits.mutationsInFlight = maxChangesUnanswered
        configuration.limits.charts = maxCharts
        configuration.limits.candles = maxCandles
        configuration.limits.helloFrameBytes = maxHelloBytes
        configuration.limits.clientFrameBytes = maxFrameBytes
        configuration.limits.fitMutations()
        configuration.limits.helloTimeout = .seconds(helloTimeout)
    }
}
