import Testing

@testable import PushServer

struct EndpointTests {
    @Test(arguments: [
        ("0.0.0.0:7443", "0.0.0.0", 7443), ("localhost:0", "localhost", 0), ("[::1]:7443", "::1", 7443),
        ("[::]:65535", "::", 65_535),
    ])
    func anEndpointIsReadAsItIsWritten(text: String, host: String, port: Int) {
        let endpoint = ServerConfiguration.Endpoint(text)
        #expect(endpoint == ServerConfiguration.Endpoint(host: host, port: port))
        #expect(endpoint?.description == text)
    }

    /// `[::1:7443` used to be read as another host, and `::1` as port 1 of the host `:`.
    @Test(arguments: ["[::1:7443", "::1", "::1]:7443", "[]:1", ":7443", "a", "a:", "a:65536", "a:-1", "[[::1]]:1", ""])
    func anythingElseIsNoEndpoint(text: String) { #expect(ServerConfiguration.Endpoint(text) == nil) }
}
