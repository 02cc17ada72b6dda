public import ArgumentParser
import Foundation
public import Logging
import MockMarket
import PushServer
import ServiceLifecycle
import Shared
import UnixSignals

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the server until it is told to stop.",
        discussion: """
            When it is ready it prints one line: ready listen=HOST:PORT pin=sha256/... admin=HOST:PORT market=live

            With --market live, these variables hold the providers' API keys: \(keys).
            """
    )

    private static var keys: String {
        let named = Provider.all.compactMap { provider in
            provider.key.map { "\($0.name) (\(provider.name)\($0.isRequired ? "" : ", optional"))" }
        }
        return named.joined(separator: ", ")
    }

    enum MarketChoice: String, ExpressibleByArgument, CaseIterable {
        case mock
        case live
    }

    @Option(
        help: "Where terminals connect, HOST:PORT; port 0 picks a free one. (default: 127.0.0.1:7443)",
        transform: { try ListenAddress($0) }
    )
    var listen = ListenAddress(host: "127.0.0.1", port: 7443)

    @Option(
        help: ArgumentHelp(
            "A balancer's address or network; its connections must begin with a PROXY header, version 2; repeatable.",
            valueName: "address"
        )
    )
    var proxyFrom: [String] = []

    @OptionGroup var storeOption: StoreOption

    @OptionGroup var nodeOptions: NodeOptions

    @Option(help: "Where prices come from: mock (a generated market with made-up prices) or live (the providers).")
    var market = MarketChoice.mock

    @OptionGroup var mockMarket: MockMarketOptions

    @Option(
        help: "Where /healthz, /readyz, /status and /metrics are served, HOST:PORT or off. (default: 127.0.0.1:7480)",
        transform: { try AdminAddress($0) }
    )
    var admin = AdminAddress.on(ListenAddress(host: "127.0.0.1", port: 7480))

    @Option(
        help: ArgumentHelp(
            "A host name, without port, that requests may use, besides localhost and the address of --admin; repeatable.",
            valueName: "name"
        ),
        transform: { try AdminHost($0) }
    )
    var adminHost: [AdminHost] = []

    @Flag(help: "Serve them over TLS, with the server's certificate.")
    var adminTLS = false

    @Option(
        help: ArgumentHelp(
            "The same, but only to clients with a certificate from an authority in this PEM file.",
            valueName: "file"
        )
    )
    var adminClientCA: String?

    @Option(
        help: ArgumentHelp("A certificate chain in PEM. (default: a self-signed one, made once)", valueName: "file")
    )
    var certificate: String?

    @Option(help: ArgumentHelp("The certificate's private key in PEM.", valueName: "file"))
    var key: String?

    @OptionGroup var providers: ProviderOptions

    @Option(
        help: ArgumentHelp(
            "A host to which users may send alerts, such as ntfy.sh; may be given several times. See docs/SECURITY.md.",
            valueName: "host"
        )
    )
    var alertHost: [String] = []

    @OptionGroup var limits: LimitOptions

    @Option(help: "Threads that serve terminals, up to 256; 0 takes one for each core.")
    var eventLoops = 0

    @Option(help: ArgumentHelp("Keep what the providers answer in this folder, for mock --replay.", valueName: "dir"))
    var record: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.info

    func validate() throws {
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key go together; give both or neither")
        }
        guard 0...256 ~= eventLoops else {
            throw ValidationError("--event-loops \(eventLoops) is out of range; use 0 to 256")
        }
        if record?.isEmpty == true {
            throw ValidationError("--record names no folder; give one, as in --record recordings")
        }
        switch market {
        case .mock: try providers.checkForMock("add --market live")
        case .live: try mockMarket.checkForLive("choose --market mock")
        }
        try checkAdmin()
        try nodeOptions.check(with: storeOption.store)
        _ = try alertHosts
        _ = try proxies
    }

    private func checkAdmin() throws {
        let given = [
            ("--admin-host", !adminHost.isEmpty), ("--admin-tls", adminTLS),
            ("--admin-client-ca", adminClientCA != nil),
        ]
        if admin.endpoint == nil, let (name, _) = given.first(where: { $0.1 }) {
            throw ValidationError("\(name) has no effect with --admin off; leave one of them out")
        }
    }

    private var proxies: [IPNetwork] {
        get throws {
            try proxyFrom.map { text in
                do throws(IPNetworkFault) {
                    return try IPNetwork(text)
                } catch {
                    throw ValidationError("--proxy-from \(error)")
                }
            }
        }
    }

    private var alertHosts: [AlertHost] {
        get throws {
            try alertHost.map { text in
                do throws(AlertHostFault) {
                    return try AlertHost(text)
                } catch {
                    throw ValidationError("--alert-host \(error)")
                }
            }
        }
    }

    func run() async throws {
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        let drains = await UnixSignalsSequence(trapping: .sigusr1)
        var logger = Logger(label: "tickwire-server") { EscapedLogHandler(StreamLogHandler.standardError(label: $0)) }
        logger.logLevel = logLevel
        ProcessLimit.raiseOpenFiles()
        let mock = market == .mock ? try await mockMarket.start() : nil
        let server = try await Server(try configuration(mock: mock), logger: logger)
        try DrainRequest.accept(in: storeOption.dataOption.directory)
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
            .init(service: server), .init(service: HangupService(server: server, hangups: hangups)),
            .init(
                service: DrainService(server: server, requests: drains),
                successTerminationBehavior: .gracefullyShutdownGroup
            ),
        ]
        if let mock { services.insert(.init(service: MockService(mock: mock)), at: 0) }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services,
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger.ofServiceGroup
            )
        )
        async let _ = announce(server)
        try await group.run()
    }

    private func announce(_ server: Server) async {
        await server.waitUntilReady()
        // The server was told to stop before it had anything to serve.
        if Task.isCancelled { return }
        let admin = server.adminAddress.map { "\($0)" } ?? "off"
        print("ready listen=\(server.listenAddress) pin=\(server.pin) admin=\(admin) market=\(market.rawValue)")
        fflush(nil)
    }

    private func configuration(mock: MockMarketServer?) throws -> ServerConfiguration {
        var configuration = ServerConfiguration(
            dataDirectory: storeOption.dataOption.directory,
            market: try mock.map { try mockMarket.market(at: $0, providers) } ?? providers.market()
        )
        configuration.listen = listen.endpoint
        configuration.store = storeOption.store
        configuration.node = nodeOptions.node
        configuration.proxies = try proxies
        configuration.market.recordDirectory = record
        configuration.admin = admin.endpoint
        configuration.adminHosts = adminHost.map(\.name)
        configuration.alertHosts = try alertHosts
        configuration.eventLoops = eventLoops
        if adminTLS || adminClientCA != nil {
            configuration.adminTLS = ServerConfiguration.AdminTLS(clientRoots: adminClientCA)
        }
        limits.apply(to: &configuration)
        if let certificate, let key {
            configuration.certificate = ServerConfiguration.CertificateFiles(certificate: certificate, key: key)
        }
        return configuration
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
