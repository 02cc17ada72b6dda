import Foundation

/// A certificate authority made by the `openssl` command, so that verification is tested against certificates that
/// are not our own make.
package struct TLSAuthority {
    package let root: String
    private let folder: String

    package init(in folder: String) throws {
        self.folder = folder
        root = "\(folder)/root.pem"
        try Self.openssl(
            Self.newKey + ["-x509", "-days", "30", "-subj", "/CN=Test Root"]
                + ["-keyout", "\(folder)/root.key", "-out", root, "-addext", "keyUsage=critical,keyCertSign"]
        )
    }

    /// Signs a certificate for the alternative names, such as `DNS:example.test`, through an intermediate authority.
    package func issue(_ names: String) throws -> (certificate: String, key: String) {
        let stem = "\(folder)/\(UUID().uuidString)"
        let middle = "\(stem)-middle.pem"
        try sign(
            "/CN=Test Intermediate",
            by: (root, "\(folder)/root.key"),
            into: (middle, "\(stem)-middle.key"),
            extensions: ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign"]
        )
        try sign(
            "/CN=Test Server",
            by: (middle, "\(stem)-middle.key"),
            into: ("\(stem).pem", "\(stem).key"),
            extensions: ["subjectAltName=\(names)", "basicConstraints=critical,CA:FALSE"]
        )
        let chain = try ["\(stem).pem", middle].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        try chain.write(toFile: "\(stem).pem", atomically: true, encoding: .utf8)
        return ("\(stem).pem", "\(stem).key")
    }

    private func sign(
        _ subject: String,
        by issuer: (certificate: String, key: String),
        into target: (certificate: String, key: String),
        extensions: [String]
    ) throws {
        try Self.openssl(
            Self.newKey + ["-x509", "-days", "20", "-subj", subject, "-CA", issuer.certificate, "-CAkey", issuer.key]
                + ["-keyout", target.key, "-out", target.certificate]
                + extensions.flatMap { ["-addext", $0] }
        )
    }

    private static let newKey = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]

    private static func openssl(_ arguments: [String]) throws {
        let tool = try OpenSSLTool(arguments)
        let output = tool.readAll()
        guard tool.waitForExit() == 0 else { throw Failure(output: output) }
    }

    struct Failure: Error { let output: String }
}
