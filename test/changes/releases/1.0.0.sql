--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: axl_phone_proxy; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA axl_phone_proxy;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: change; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.change (
    sequence bigint NOT NULL,
    "time" timestamp with time zone NOT NULL,
    device_key text NOT NULL,
    user_name text NOT NULL,
    request_id text NOT NULL,
    device_kind text NOT NULL,
    device_name text NOT NULL,
    kind text NOT NULL,
    list_before text,
    list_after text NOT NULL,
    outcome text NOT NULL,
    found_list text,
    found_time timestamp with time zone,
    run bigint,
    undoes bigint,
    seen_after timestamp with time zone,
    seen_key text
);


--
-- Name: change_number; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.change_number (
    number text NOT NULL,
    sequence bigint NOT NULL
);


--
-- Name: change_sequence_seq; Type: SEQUENCE; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE axl_phone_proxy.change ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME axl_phone_proxy.change_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: dismissal; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.dismissal (
    id text NOT NULL,
    evidence text NOT NULL,
    reason text NOT NULL,
    user_name text NOT NULL,
    "time" timestamp with time zone NOT NULL
);


--
-- Name: inventory_device; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.inventory_device (
    id bigint NOT NULL,
    owner text NOT NULL,
    name text,
    kind text,
    description text,
    product text,
    model text,
    template integer,
    folded text,
    since integer NOT NULL,
    until integer
);


--
-- Name: inventory_device_id_seq; Type: SEQUENCE; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE axl_phone_proxy.inventory_device ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME axl_phone_proxy.inventory_device_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: inventory_dial; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.inventory_dial (
    id bigint NOT NULL,
    owner text NOT NULL,
    "position" integer,
    dirn text,
    label text,
    since integer NOT NULL,
    until integer
);


--
-- Name: inventory_dial_id_seq; Type: SEQUENCE; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE axl_phone_proxy.inventory_dial ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME axl_phone_proxy.inventory_dial_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: inventory_finding; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.inventory_finding (
    id text NOT NULL,
    kind text NOT NULL,
    owner text NOT NULL,
    list text NOT NULL,
    dirn text NOT NULL,
    device text NOT NULL,
    since bigint NOT NULL,
    finding text NOT NULL
);


--
-- Name: inventory_former; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.inventory_former (
    dirn text NOT NULL
);


--
-- Name: inventory_generation; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.inventory_generation (
    id integer NOT NULL,
    began bigint NOT NULL,
    went_on bigint NOT NULL,
    whole integer NOT NULL,
    sweeper text NOT NULL,
    counts text
);


--
-- Name: TABLE inventory_generation; Type: COMMENT; Schema: axl_phone_proxy; Owner: -
--

COMMENT ON TABLE axl_phone_proxy.inventory_generation IS '1240266808';


--
-- Name: inventory_history_read; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.inventory_history_read (
    sequence bigint NOT NULL
);


--
-- Name: inventory_lamp; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.inventory_lamp (
    id bigint NOT NULL,
    owner text NOT NULL,
    "position" integer,
    destination text,
    number text,
    label text,
    pickup integer,
    since integer NOT NULL,
    until integer
);


--
-- Name: inventory_lamp_id_seq; Type: SEQUENCE; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE axl_phone_proxy.inventory_lamp ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME axl_phone_proxy.inventory_lamp_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: inventory_line; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.inventory_line (
    id bigint NOT NULL,
    owner text NOT NULL,
    "position" integer,
    number text,
    display text,
    since integer NOT NULL,
    until integer
);


--
-- Name: inventory_line_id_seq; Type: SEQUENCE; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE axl_phone_proxy.inventory_line ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME axl_phone_proxy.inventory_line_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: inventory_number; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.inventory_number (
    id bigint NOT NULL,
    owner text NOT NULL,
    dirn text,
    partition text,
    description text,
    alerting text,
    usage integer,
    since integer NOT NULL,
    until integer
);


--
-- Name: inventory_number_id_seq; Type: SEQUENCE; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE axl_phone_proxy.inventory_number ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME axl_phone_proxy.inventory_number_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: inventory_own; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.inventory_own (
    owner text NOT NULL,
    name text NOT NULL,
    settled bigint NOT NULL,
    known integer NOT NULL,
    mark text NOT NULL
);


--
-- Name: inventory_relabelled; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.inventory_relabelled (
    label text NOT NULL,
    sequence bigint NOT NULL,
    given integer NOT NULL
);


--
-- Name: inventory_swept; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.inventory_swept (
    name text NOT NULL,
    after text
);


--
-- Name: run; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.run (
    sequence bigint NOT NULL,
    "time" timestamp with time zone NOT NULL,
    user_name text NOT NULL,
    title text NOT NULL
);


--
-- Name: run_sequence_seq; Type: SEQUENCE; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE axl_phone_proxy.run ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME axl_phone_proxy.run_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: schema_version; Type: TABLE; Schema: axl_phone_proxy; Owner: -
--

CREATE TABLE axl_phone_proxy.schema_version (
    version integer NOT NULL
);


--
-- Data for Name: change; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-24 06:13:54.562+00', 'phone/sep00a1b2c30003', 'alice', '341e911b-bb08-4238-88e1-a5f4e2fba5c2', 'phone', 'SEP00A1B2C30003', 'speeddial', '[{"index":"1","dirn":"2001","label":"Büro Lindqvist"},{"index":"2","dirn":"+46812345678","label":"Café Håkan"},{"index":"3","dirn":"2004","label":"naïve façade ✓"},{"index":"4","dirn":"2050","label":"日本事務所"}]', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"}]', 'replaced', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (2, '2026-11-24 06:13:54.719+00', 'phone/sep00a1b2c30003', 'alice', 'db37f40d-c15d-42eb-88b5-d8536951138f', 'phone', 'SEP00A1B2C30003', 'speeddial', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"}]', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"}]', 'replaced', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (3, '2026-11-24 06:13:54.78+00', 'phone/sep00a1b2c30003', 'alice', 'ebd58cc7-985e-4871-b673-a9232b51e87a', 'phone', 'SEP00A1B2C30003', 'speeddial', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"}]', '[{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"}]', 'replaced', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (4, '2026-11-24 06:13:54.8+00', 'profile/udp_frontdesk', 'alice', 'b4428926-bd9d-4665-8068-1efb2034e5ec', 'profile', 'UDP_FRONTDESK', 'busylampfield', '[{"index":"1","dirn":"6130","partition":"PT-Internal","label":"Ingrid Holm","pickup":true},{"index":"2","dirn":"6130","partition":"PT-München","label":"Ignaz Huber","pickup":false},{"index":"5","destination":"0855500199","label":"Taxi","pickup":false}]', '[{"index":"1","dirn":"6130","partition":"PT-Internal","label":"Ingrid Holm","pickup":true},{"index":"2","label":"Agneta","pickup":true,"dirn":"6101","partition":"PT-Internal"},{"index":"5","destination":"0855500199","label":"Taxi","pickup":false}]', 'replaced', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (5, '2026-11-24 06:13:54.82+00', 'profile/udp_frontdesk', 'alice', '0e35f38b-ed54-46b6-a206-177f21c1a2a8', 'profile', 'UDP_FRONTDESK', 'busylampfield', '[{"index":"1","dirn":"6130","partition":"PT-Internal","label":"Ingrid Holm","pickup":true},{"index":"2","dirn":"6101","partition":"PT-Internal","label":"Agneta","pickup":true},{"index":"5","destination":"0855500199","label":"Taxi","pickup":false}]', '[{"index":"1","dirn":"6130","partition":"PT-Internal","label":"Ingrid Holm","pickup":true},{"index":"2","dirn":"6101","partition":"PT-Internal","label":"Agneta","pickup":true},{"index":"5","destination":"0855500199","label":"Taxi","pickup":false},{"index":"9","label":"日本","pickup":false,"destination":"ombud@lindqvist.example"}]', 'replaced', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (6, '2026-11-24 06:13:54.836+00', 'phone/sep00a1b2c30003', 'alice', 'a86f2428-467f-4ccb-ba67-c1dcad25fde0', 'phone', 'SEP00A1B2C30003', 'speeddial', '[{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"}]', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"}]', 'replaced', NULL, NULL, NULL, 3, NULL, NULL);
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (7, '2026-11-24 06:13:54.877+00', 'phone/sep00a1b2c30003', 'alice', '979b4fe8-ae73-4e3e-87a1-752a2d95701f', 'phone', 'SEP00A1B2C30003', 'speeddial', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"}]', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"},{"index":"7","dirn":"0107","label":"of a run"}]', 'replaced', NULL, NULL, 1, NULL, NULL, NULL);
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (8, '2026-11-24 06:13:55.934+00', 'phone/sep00a1b2c30002', '', '', 'phone', 'SEP00A1B2C30002', 'speeddial', '[{"index":"1","dirn":"2001","label":"Astrid"},{"index":"2","dirn":"3100","label":"Reception"}]', '[{"index":"4","dirn":"0104","label":"elsewhere"}]', 'seen', NULL, NULL, NULL, NULL, '2026-11-24 06:13:54.566+00', 'cmRm7mjBZMYAT-kOHlcHNZzYQXR_vjLYiFS5j6deBWE');
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (9, '2026-11-24 06:13:56.048+00', 'phone/sep00a1b2c30003', 'alice', '7c2a9c7c-e783-4c7e-98fe-602c668900f7', 'phone', 'SEP00A1B2C30003', 'speeddial', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"},{"index":"7","dirn":"0107","label":"of a run"}]', '[{"index":"1","dirn":"0100","label":"a label that is longer than this call manager takes"}]', 'rejected-by-call-manager', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (10, '2026-11-24 06:13:56.066+00', 'phone/sep00a1b2c30001', 'alice', '134b2f5e-a019-478c-ba5e-3506dbfe0095', 'phone', 'SEP00A1B2C30001', 'speeddial', '[{"index":"1","dirn":"2002","label":"Assistant"},{"index":"2","dirn":"+4989123456","label":"München office"},{"index":"3","dirn":"0100","label":"Night bell"},{"index":"4","dirn":"007","label":"Security"},{"index":"10","dirn":"*55#","label":"Divert all"}]', '[]', 'outcome-unknown', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO axl_phone_proxy.change OVERRIDING SYSTEM VALUE VALUES (11, '2026-11-24 06:13:58.335+00', 'phone/sep00a1b2c30003', 'alice', '9684221e-8396-4700-97a5-f085e0788fef', 'phone', 'SEP00A1B2C30003', 'speeddial', '[{"index":"1","dirn":"0100","label":"Reception"},{"index":"2","dirn":"+14085554019","label":"Büro"},{"index":"3","dirn":"0199","label":"<R&D> ''night''"},{"index":"7","dirn":"0107","label":"of a run"}]', '[{"index":"5","dirn":"007","label":"the last"}]', 'in-progress', NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: change_number; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.change_number VALUES ('2004', 1);
INSERT INTO axl_phone_proxy.change_number VALUES ('2050', 1);
INSERT INTO axl_phone_proxy.change_number VALUES ('2001', 1);
INSERT INTO axl_phone_proxy.change_number VALUES ('0100', 1);
INSERT INTO axl_phone_proxy.change_number VALUES ('+46812345678', 1);
INSERT INTO axl_phone_proxy.change_number VALUES ('+14085554019', 1);
INSERT INTO axl_phone_proxy.change_number VALUES ('0199', 2);
INSERT INTO axl_phone_proxy.change_number VALUES ('0100', 3);
INSERT INTO axl_phone_proxy.change_number VALUES ('6130', 4);
INSERT INTO axl_phone_proxy.change_number VALUES ('6101', 4);
INSERT INTO axl_phone_proxy.change_number VALUES ('ombud@lindqvist.example', 5);
INSERT INTO axl_phone_proxy.change_number VALUES ('0100', 6);
INSERT INTO axl_phone_proxy.change_number VALUES ('0107', 7);
INSERT INTO axl_phone_proxy.change_number VALUES ('0104', 8);
INSERT INTO axl_phone_proxy.change_number VALUES ('2001', 8);
INSERT INTO axl_phone_proxy.change_number VALUES ('3100', 8);
INSERT INTO axl_phone_proxy.change_number VALUES ('+14085554019', 9);
INSERT INTO axl_phone_proxy.change_number VALUES ('0199', 9);
INSERT INTO axl_phone_proxy.change_number VALUES ('0107', 9);
INSERT INTO axl_phone_proxy.change_number VALUES ('0100', 9);
INSERT INTO axl_phone_proxy.change_number VALUES ('2002', 10);
INSERT INTO axl_phone_proxy.change_number VALUES ('+4989123456', 10);
INSERT INTO axl_phone_proxy.change_number VALUES ('0100', 10);
INSERT INTO axl_phone_proxy.change_number VALUES ('007', 10);
INSERT INTO axl_phone_proxy.change_number VALUES ('*55#', 10);
INSERT INTO axl_phone_proxy.change_number VALUES ('007', 11);
INSERT INTO axl_phone_proxy.change_number VALUES ('0100', 11);
INSERT INTO axl_phone_proxy.change_number VALUES ('+14085554019', 11);
INSERT INTO axl_phone_proxy.change_number VALUES ('0199', 11);
INSERT INTO axl_phone_proxy.change_number VALUES ('0107', 11);


--
-- Data for Name: dismissal; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.dismissal VALUES ('11fa26ce9cdcbb22cb6289c2', '6130 stands in several route partitions: this one watches PT-München, others of the device PT-Internal.', 'It is right so.', 'alice', '2026-11-24 06:13:56.041+00');


--
-- Data for Name: inventory_device; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (1, '036f058f-779e-e836-cea3-2d8e102ddbd5', 'SEP00A1B2C30100', 'phone', 'Reception, main entrance', 'Cisco 8861', 'Cisco 8861', 0, 'sep00a1b2c30100
reception, main entrance', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (2, '0d9c4dfc-bfc5-4acc-ab05-9de5f6511cbd', 'SEP00A1B2C3000E', 'phone', 'Göteborg desk, 2100 internal', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c3000e
göteborg desk, 2100 internal', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (3, '16830480-92ec-423e-a3e7-47bb91bbd747', 'SEP00A1B2C3006F', 'phone', 'Support, Łukasz Wójcik', 'Cisco 9971', 'Cisco 9971', 0, 'sep00a1b2c3006f
support, łukasz wójcik', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (4, '197eb9ca-628e-4106-a8c3-5a20d328022c', 'SEP00A1B2C30070', 'phone', 'Support, Måns Ö', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c30070
support, måns ö', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (5, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 'SEP00A1B2C3000A', 'phone', 'Attendant console', 'Cisco 8861', 'Cisco 8861', 0, 'sep00a1b2c3000a
attendant console', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (6, '2543184e-fec8-4f61-af69-f846642ec8bf', 'TCTALINDQVIST', 'phone', 'Astrid Lindqvist, iPhone', 'Cisco Dual Mode for iPhone', 'Cisco Dual Mode for iPhone', 0, 'tctalindqvist
astrid lindqvist, iphone', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (7, '297cb9ea-d262-45e0-a010-3be10630a747', 'SEP00A1B2C30075', 'phone', 'Support, Renée Vögel', 'Cisco 8841', 'Cisco 8841', 0, 'sep00a1b2c30075
support, renée vögel', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (8, '2cd7d9eb-e56e-4b11-a8fd-a8cbfd82ed66', 'SEP00A1B2C30001', 'phone', 'Astrid Lindqvist, managing director', 'Cisco 8861', 'Cisco 8861', 0, 'sep00a1b2c30001
astrid lindqvist, managing director', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (9, '2f72081e-6646-4a6f-a9b7-c4cb99411c67', 'SEP00A1B2C30015', 'phone', 'Same number with the backslash', 'Cisco 8811', 'Cisco 8811', 0, 'sep00a1b2c30015
same number with the backslash', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (10, '35bbcdcb-dad7-430e-ac9b-a58df3b7417b', 'SEP00A1B2C3006E', 'phone', 'Support, Kristín Jónsdóttir', 'Cisco 7861', 'Cisco 7861', 0, 'sep00a1b2c3006e
support, kristín jónsdóttir', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (11, '3a65ce5d-13e8-40c7-a53e-a1db9f71fa33', 'UDP_SHIFT1', 'profile', 'Support, early shift', 'Cisco 7841', 'Cisco 7841', 0, 'udp_shift1
support, early shift', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (12, '3f427f59-51e9-45b6-a5c9-53f7a767b1bf', 'ATAA1B2C30090', 'phone', 'Fax, accounts', 'Cisco ATA 190', 'Cisco ATA 190', 0, 'ataa1b2c30090
fax, accounts', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (13, '42f0c5ad-52cc-42f0-abd9-3404c5e3ba6c', 'CSFALINDQVIST', 'phone', 'Astrid Lindqvist, desktop client', 'Cisco Unified Client Services Framework', 'Cisco Unified Client Services Framework', 0, 'csfalindqvist
astrid lindqvist, desktop client', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (14, '453291a4-e00b-4450-af08-9975c257a222', 'SEP00A1B2C3006B', 'phone', 'Support, Hélène Roux', 'Cisco 9971', 'Cisco 9971', 0, 'sep00a1b2c3006b
support, hélène roux', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (15, '4a545b46-d77f-4fae-ab23-c39ff95e432a', 'SEP00A1B2C3000B', 'phone', 'Gapped indexes', 'Cisco 8851', 'Cisco 8851', 0, 'sep00a1b2c3000b
gapped indexes', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (16, '4af56ef6-4fbe-4991-ad03-da1971615892', 'LINDQVIST-HOME', 'phone', 'Home office, soft phone', 'Cisco IP Communicator', 'Cisco IP Communicator', 0, 'lindqvist-home
home office, soft phone', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (17, '4c1f19e7-e82c-4d91-aa9f-4bba1284c320', 'SEP00A1B2C30014', 'phone', 'Converted from an old cluster, plain plus', 'Cisco 7962', 'Cisco 7962', 0, 'sep00a1b2c30014
converted from an old cluster, plain plus', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (18, '4c6229e8-00f9-490c-a5de-09788e94c33b', 'SEP00A1B2C30065', 'phone', 'Support, Björn Ek', 'Cisco 8841', 'Cisco 8841', 0, 'sep00a1b2c30065
support, björn ek', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (19, '5364b20a-3557-41ee-ae56-503a593c2e5b', 'SEP00A1B2C30002', 'phone', 'Oskar Nyström, assistant', 'Cisco 8851', 'Cisco 8851', 0, 'sep00a1b2c30002
oskar nyström, assistant', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (20, '53824a7a-923b-4723-a24a-1782a23fb93a', 'SEP00A1B2C30074', 'phone', 'Support, Quirin Süß', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c30074
support, quirin süß', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (21, '53de1c4d-9c20-464c-aca3-4da3c3f51b48', 'SEP00A1B2C30066', 'phone', 'Support, Cécile Dubois', 'Cisco 7861', 'Cisco 7861', 0, 'sep00a1b2c30066
support, cécile dubois', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (22, '57cec225-97d9-4b37-a115-088a0d0f9eb0', 'SEP00A1B2C30068', 'phone', 'Support, Elif Yılmaz', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c30068
support, elif yılmaz', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (23, '5813093d-e523-4c12-a56f-8fdd2c51248b', 'SEP00A1B2C30010', 'phone', 'Two partitions, one phone', 'Cisco 8851', 'Cisco 8851', 0, 'sep00a1b2c30010
two partitions, one phone', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (24, '5930cd30-58bc-65da-503e-01db95c32a98', 'SEP00A1B2C30106', 'phone', 'Night porter', 'Cisco 7821', 'Cisco 7821', 0, 'sep00a1b2c30106
night porter', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (25, '5ce8fcfc-ccce-49e6-a1d5-aaa22c868bb0', 'SEP00A1B2C30008', 'phone', 'Meeting room Ångström, no speed dials', 'Cisco 8831', 'Cisco 8831', 0, 'sep00a1b2c30008
meeting room ångström, no speed dials', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (26, '5eb6f2a7-3b8d-48e4-a4cc-15575899ab2b', 'SEP00A1B2C3006D', 'phone', 'Support, Jörg Lößnitz', 'Cisco 8841', 'Cisco 8841', 0, 'sep00a1b2c3006d
support, jörg lößnitz', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (27, '61de9858-e4c7-442c-aad0-425bb9464b0e', 'SEP00A1B2C3006C', 'phone', 'Support, İbrahim Şahin', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c3006c
support, i̇brahim şahin', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (28, '63229c6e-6be9-4cd5-a4fc-3ddf638f5cfc', 'SEP00A1B2C3001E', 'phone', 'Reception, Stockholm front desk', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c3001e
reception, stockholm front desk', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (29, '63ad6e24-b0b7-4d51-a324-807a69b4d0e6', 'SEP00A1B2C30005', 'phone', 'Canteen 🍲', 'Cisco 7811', 'Cisco 7811', 0, 'sep00a1b2c30005
canteen 🍲', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (30, '6c84db68-5b6c-4ab4-a20a-9e8811677cd6', 'SEP00A1B2C30021', 'phone', 'Reception, Mail room', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c30021
reception, mail room', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (31, '70763c65-cd05-66ec-4130-27c16a8c11d0', 'SEP00A1B2C30104', 'phone', 'Goods in', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c30104
goods in', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (32, '731b4af7-2d48-48a2-a1ad-1010cb958227', 'SEP00A1B2C30012', 'phone', 'María Núñez, San José', 'Cisco 8841', 'Cisco 8841', 0, 'sep00a1b2c30012
maría núñez, san josé', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (33, '7507af2f-eb65-4c9e-afea-bf8692c9706f', 'AN0A1B2C3010001', 'phone', 'Lift alarm', 'Analog Phone', 'Analog Phone', 0, 'an0a1b2c3010001
lift alarm', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (34, '75347006-f446-4940-a1f3-076c4a91c7b5', 'TABALINDQVIST', 'phone', 'Astrid Lindqvist, tablet', 'Cisco Jabber for Tablet', 'Cisco Jabber for Tablet', 0, 'tabalindqvist
astrid lindqvist, tablet', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (35, '7941440b-98ee-4a4c-a119-c1f077dd1a52', 'SEP00A1B2C30072', 'phone', 'Support, Ørjan Bø', 'Cisco 7861', 'Cisco 7861', 0, 'sep00a1b2c30072
support, ørjan bø', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (36, '7bb43f7e-2ac9-45da-add2-3590da92eb69', 'CSFCPENA', 'phone', 'Carlos Peña, desktop client', 'Cisco Unified Client Services Framework', 'Cisco Unified Client Services Framework', 0, 'csfcpena
carlos peña, desktop client', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (37, '9418e058-1f97-6d85-69aa-e0c3f7a6a6bd', 'SEP00A1B2C30101', 'phone', 'Laboratory, bench 3', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c30101
laboratory, bench 3', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (38, '962bfde2-2505-4bcb-a77c-9efce9306ab0', 'SEP00A1B2C3006A', 'phone', 'Support, Günther Weiß', 'Cisco 7861', 'Cisco 7861', 0, 'sep00a1b2c3006a
support, günther weiß', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (39, '9c128961-049d-4af1-af6b-43142b8db4e4', 'SEP00A1B2C30007', 'phone', 'Workshop, no lines yet', 'Cisco 7821', 'Cisco 7821', 0, 'sep00a1b2c30007
workshop, no lines yet', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (40, '9e5f8995-62ab-410f-ab7a-15b60d4837bd', 'SEP00A1B2C30013', 'phone', 'Empfang München', 'Cisco 8861', 'Cisco 8861', 0, 'sep00a1b2c30013
empfang münchen', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (41, 'a046fba5-025a-481b-a145-7cc67037ba3b', 'SEP00A1B2C3001F', 'phone', 'Reception, Stockholm back desk', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c3001f
reception, stockholm back desk', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (42, 'a9cbd532-1be4-d8da-0a37-821eb98968d1', 'UDP_FRONTDESK', 'profile', 'Reception, whoever is on duty', 'Cisco 8861', 'Cisco 8861', 0, 'udp_frontdesk
reception, whoever is on duty', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (43, 'afc343ab-e192-49a0-a0a4-c391621c643c', 'SEP_LAB_BENCH1', 'phone', 'Test device with an underscore', 'Cisco 7962', 'Cisco 7962', 0, 'sep_lab_bench1
test device with an underscore', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (44, 'b08223c8-6a30-8391-2fdd-e0effeee2c4b', 'SEP00A1B2C30102', 'phone', 'Purchasing', 'Cisco 8841', 'Cisco 8841', 0, 'sep00a1b2c30102
purchasing', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (45, 'b408c3e6-faaa-4ff9-ace8-655285a7b5de', 'SEP00A1B2C30064', 'phone', 'Support, Anna Sjögren', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c30064
support, anna sjögren', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (46, 'b9512788-c468-3102-d98b-768f46fee2be', 'UDP_NIGHT', 'profile', 'Night watch, extension mobility', 'Cisco 7841', 'Cisco 7841', 0, 'udp_night
night watch, extension mobility', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (47, 'b9a76053-48aa-4b43-a21f-8f2519a66bca', 'SEP00A1B2C3005B', 'phone', 'Door phone *55#', 'Cisco 7811', 'Cisco 7811', 0, 'sep00a1b2c3005b
door phone *55#', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (48, 'be80798d-974b-4069-a51f-170b2c8d46fc', 'SEP00A1B2C30076', 'phone', 'Support, Søren Kjær', 'Cisco 7861', 'Cisco 7861', 0, 'sep00a1b2c30076
support, søren kjær', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (49, 'c1b44122-edd7-4a1d-aa7e-4cf3f95225a9', 'SEP00A1B2C30067', 'phone', 'Support, Dragan Ilić', 'Cisco 9971', 'Cisco 9971', 0, 'sep00a1b2c30067
support, dragan ilić', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (50, 'c3870320-fd9d-4149-a0ef-e648f4ab662c', 'SEP00A1B2C30009', 'phone', 'Spare, neither lines nor speed dials', 'Cisco 7811', 'Cisco 7811', 0, 'sep00a1b2c30009
spare, neither lines nor speed dials', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (51, 'c862421a-dbf1-4dae-a93f-0cc56d405fb8', 'SEP00A1B2C30003', 'phone', 'Büro Zoë Müller – Buchhaltung', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c30003
büro zoë müller – buchhaltung', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (52, 'c9505cdc-d86e-4ec4-aead-d1f734801d78', 'SEP00A1B2C30006', 'phone', '', 'Cisco 7821', 'Cisco 7821', 0, 'sep00a1b2c30006
', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (53, 'ce450ee1-4e68-b3b5-0a71-1244030c9beb', 'SEP00A1B2C30103', 'phone', 'Dispatch', 'Cisco 7861', 'Cisco 7861', 0, 'sep00a1b2c30103
dispatch', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (54, 'd0a8bd66-106b-4d17-abfc-89f870ba542e', 'SEPXLABXBENCH1', 'phone', 'Neighbour that an unescaped pattern matches too', 'Cisco 7962', 'Cisco 7962', 0, 'sepxlabxbench1
neighbour that an unescaped pattern matches too', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (55, 'd7fdb2ad-109a-4352-ac0a-47f769737c3e', 'SEP00A1B2C3000F', 'phone', 'München desk, 2100 in its own partition', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c3000f
münchen desk, 2100 in its own partition', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (56, 'd9ed81ce-ecd6-4e6b-ab2e-15f4baa19e2d', 'SEP00A1B2C30073', 'phone', 'Support, Paweł Żak', 'Cisco 9971', 'Cisco 9971', 0, 'sep00a1b2c30073
support, paweł żak', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (57, 'da60e0f8-a9d5-46df-a3b7-784713f6ebd6', 'SEP00A1B2C30071', 'phone', 'Support, Noémie Lefèvre', 'Cisco 8841', 'Cisco 8841', 0, 'sep00a1b2c30071
support, noémie lefèvre', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (58, 'dacb099e-5780-4502-a78c-40b1d5c1d99d', 'SEP00A1B2C3005C', 'phone', 'Number in no partition', 'Cisco 7811', 'Cisco 7811', 0, 'sep00a1b2c3005c
number in no partition', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (59, 'dcb21991-518d-b340-f2cb-5fe329c216d2', 'SEP00A1B2C30105', 'phone', 'Quality', 'Cisco 8851', 'Cisco 8851', 0, 'sep00a1b2c30105
quality', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (60, 'df612bf4-160e-456f-a040-5b384ce73340', 'SEP00A1B2C30011', 'phone', 'Carlos Peña, San José', 'Cisco 8841', 'Cisco 8841', 0, 'sep00a1b2c30011
carlos peña, san josé', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (61, 'ea814eb4-9239-402a-a811-7b702ece58c7', 'SEP00A1B2C30069', 'phone', 'Support, Fanny Åkesson', 'Cisco 8841', 'Cisco 8841', 0, 'sep00a1b2c30069
support, fanny åkesson', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (62, 'ec3bf829-3c17-4319-ac6e-26aa63fca02b', 'SEP00A1B2C30004', 'phone', 'Research <R&D> "x" bench', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c30004
research <r&d> "x" bench', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (63, 'ed430d8d-6a2d-456d-ae6b-f0e359c7e29d', 'UDP_ASTRID', 'profile', 'Astrid Lindqvist, extension mobility', 'Cisco 8861', 'Cisco 8861', 0, 'udp_astrid
astrid lindqvist, extension mobility', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (64, 'f5970023-702b-443f-aa0d-c8e7174426dd', 'SEP00A1B2C30020', 'phone', 'Reception, Lobby', 'Cisco 7841', 'Cisco 7841', 0, 'sep00a1b2c30020
reception, lobby', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (65, 'ff6b85ff-e7d9-4aa7-ab1d-dac639a3f379', 'BOTALINDQVIST', 'phone', 'Astrid Lindqvist, Android', 'Cisco Dual Mode for Android', 'Cisco Dual Mode for Android', 0, 'botalindqvist
astrid lindqvist, android', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_device OVERRIDING SYSTEM VALUE VALUES (66, 'ff8c8dac-4534-474e-a199-3f04655ae482', 'SEP00A1B2C30077', 'phone', 'Support, Thérèse Noël', 'Cisco 9971', 'Cisco 9971', 0, 'sep00a1b2c30077
support, thérèse noël', 1, NULL);


--
-- Data for Name: inventory_dial; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (6, 'c862421a-dbf1-4dae-a93f-0cc56d405fb8', 1, '0100', 'Reception', 0, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (7, 'c862421a-dbf1-4dae-a93f-0cc56d405fb8', 2, '+14085554019', 'Büro', 0, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (8, 'c862421a-dbf1-4dae-a93f-0cc56d405fb8', 3, '0199', '<R&D> ''night''', 0, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (9, 'c862421a-dbf1-4dae-a93f-0cc56d405fb8', 7, '0107', 'of a run', 0, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (10, '036f058f-779e-e836-cea3-2d8e102ddbd5', 1, '0855500199', 'Taxi', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (11, '036f058f-779e-e836-cea3-2d8e102ddbd5', 2, '+498955500777', 'Werk Augsburg', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (12, '0d9c4dfc-bfc5-4acc-ab05-9de5f6511cbd', 1, '2101', 'Colleague', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (13, '16830480-92ec-423e-a3e7-47bb91bbd747', 1, '4213', 'Måns Ö', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (14, '16830480-92ec-423e-a3e7-47bb91bbd747', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (15, '197eb9ca-628e-4106-a8c3-5a20d328022c', 1, '4214', 'Noémie Lefèvre', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (16, '197eb9ca-628e-4106-a8c3-5a20d328022c', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (17, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 1, '7001', 'Department 1', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (18, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 2, '7002', 'Department 2', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (19, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 3, '7003', 'Department 3', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (20, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 4, '7004', 'Department 4', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (21, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 5, '7005', 'Department 5', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (22, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 6, '7006', 'Department 6', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (23, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 7, '7007', 'Department 7', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (24, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 8, '7008', 'Department 8', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (25, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 9, '7009', 'Department 9', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (26, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 10, '7010', 'Department 10', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (27, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 11, '7011', 'Department 11', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (28, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 12, '7012', 'Department 12', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (29, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 13, '7013', 'Department 13', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (30, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 14, '7014', 'Department 14', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (31, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 15, '7015', 'Department 15', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (32, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 16, '7016', 'Department 16', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (33, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 17, '7017', 'Department 17', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (34, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 18, '7018', 'Department 18', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (35, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 19, '7019', 'Department 19', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (36, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 20, '7020', 'Department 20', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (37, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 21, '7021', 'Department 21', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (38, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 22, '7022', 'Department 22', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (39, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 23, '7023', 'Department 23', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (40, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 24, '7024', 'Department 24', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (41, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 25, '7025', 'Department 25', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (42, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 26, '7026', 'Department 26', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (43, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 27, '7027', 'Department 27', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (44, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 28, '7028', 'Department 28', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (45, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 29, '7029', 'Department 29', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (46, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 30, '7030', 'Department 30', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (47, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 31, '7031', 'Department 31', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (48, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 32, '7032', 'Department 32', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (49, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 33, '7033', 'Department 33', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (50, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 34, '7034', 'Department 34', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (51, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 35, '7035', 'Department 35', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (52, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 36, '7036', 'Department 36', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (53, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 37, '7037', 'Department 37', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (54, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 38, '7038', 'Department 38', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (55, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 39, '7039', 'Department 39', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (56, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 40, '7040', 'Department 40', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (57, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 41, '7041', 'Department 41', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (58, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 42, '7042', 'Department 42', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (59, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 43, '7043', 'Department 43', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (60, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 44, '7044', 'Department 44', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (61, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 45, '7045', 'Department 45', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (62, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 46, '7046', 'Department 46', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (63, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 47, '7047', 'Department 47', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (64, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 48, '7048', 'Department 48', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (65, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 49, '7049', 'Department 49', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (66, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 50, '7050', 'Department 50', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (67, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 51, '7051', 'Department 51', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (68, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 52, '7052', 'Department 52', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (69, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 53, '7053', 'Department 53', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (70, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 54, '7054', 'Department 54', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (71, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 55, '7055', 'Department 55', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (72, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 56, '7056', 'Department 56', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (73, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 57, '7057', 'Department 57', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (74, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 58, '7058', 'Department 58', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (75, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 59, '7059', 'Department 59', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (76, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 60, '7060', 'Department 60', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (77, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 61, '7061', 'Department 61', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (78, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 62, '7062', 'Department 62', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (79, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 63, '7063', 'Department 63', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (80, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 64, '7064', 'Department 64', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (81, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 65, '7065', 'Department 65', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (82, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 66, '7066', 'Department 66', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (83, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 67, '7067', 'Department 67', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (84, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 68, '7068', 'Department 68', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (85, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 69, '7069', 'Department 69', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (86, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 70, '7070', 'Department 70', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (87, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 71, '7071', 'Department 71', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (88, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 72, '7072', 'Department 72', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (89, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 73, '7073', 'Department 73', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (90, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 74, '7074', 'Department 74', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (91, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 75, '7075', 'Department 75', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (92, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 76, '7076', 'Department 76', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (93, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 77, '7077', 'Department 77', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (94, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 78, '7078', 'Department 78', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (95, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 79, '7079', 'Department 79', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (96, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 80, '7080', 'Department 80', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (97, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 81, '7081', 'Department 81', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (98, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 82, '7082', 'Department 82', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (99, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 83, '7083', 'Department 83', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (100, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 84, '7084', 'Department 84', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (101, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 85, '7085', 'Department 85', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (102, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 86, '7086', 'Department 86', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (103, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 87, '7087', 'Department 87', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (104, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 88, '7088', 'Department 88', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (105, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 89, '7089', 'Department 89', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (106, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 90, '7090', 'Department 90', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (107, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 91, '7091', 'Department 91', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (108, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 92, '7092', 'Department 92', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (109, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 93, '7093', 'Department 93', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (110, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 94, '7094', 'Department 94', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (111, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 95, '7095', 'Department 95', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (112, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 96, '7096', 'Department 96', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (113, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 97, '7097', 'Department 97', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (114, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 98, '7098', 'Department 98', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (115, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 99, '7099', 'Department 99', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (116, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 100, '7100', 'Department 100', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (117, '297cb9ea-d262-45e0-a010-3be10630a747', 1, '4219', 'Søren Kjær', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (118, '297cb9ea-d262-45e0-a010-3be10630a747', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (119, '2cd7d9eb-e56e-4b11-a8fd-a8cbfd82ed66', 1, '2002', 'Assistant', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (120, '2cd7d9eb-e56e-4b11-a8fd-a8cbfd82ed66', 2, '+4989123456', 'München office', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (121, '2cd7d9eb-e56e-4b11-a8fd-a8cbfd82ed66', 3, '0100', 'Night bell', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (122, '2cd7d9eb-e56e-4b11-a8fd-a8cbfd82ed66', 4, '007', 'Security', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (123, '2cd7d9eb-e56e-4b11-a8fd-a8cbfd82ed66', 10, '*55#', 'Divert all', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (124, '2f72081e-6646-4a6f-a9b7-c4cb99411c67', 1, '+14085554020', 'María', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (125, '35bbcdcb-dad7-430e-ac9b-a58df3b7417b', 1, '4212', 'Łukasz Wójcik', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (126, '35bbcdcb-dad7-430e-ac9b-a58df3b7417b', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (127, '3a65ce5d-13e8-40c7-a53e-a1db9f71fa33', 1, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (128, '42f0c5ad-52cc-42f0-abd9-3404c5e3ba6c', 1, '2002', 'Oskar', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (129, '453291a4-e00b-4450-af08-9975c257a222', 1, '4209', 'İbrahim Şahin', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (130, '453291a4-e00b-4450-af08-9975c257a222', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (131, '4a545b46-d77f-4fae-ab23-c39ff95e432a', 1, '2004', 'One', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (132, '4a545b46-d77f-4fae-ab23-c39ff95e432a', 2, '2002', 'Two', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (133, '4a545b46-d77f-4fae-ab23-c39ff95e432a', 10, '2003', 'Ten', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (134, '4a545b46-d77f-4fae-ab23-c39ff95e432a', 99, '2005', 'Ninety-nine', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (135, '4a545b46-d77f-4fae-ab23-c39ff95e432a', 150, '2001', 'Far key', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (136, '4af56ef6-4fbe-4991-ad03-da1971615892', 1, '2001', 'Work', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (137, '4c1f19e7-e82c-4d91-aa9f-4bba1284c320', 1, '+14085554019', 'Carlos', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (138, '4c6229e8-00f9-490c-a5de-09788e94c33b', 1, '4203', 'Cécile Dubois', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (139, '4c6229e8-00f9-490c-a5de-09788e94c33b', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (142, '53824a7a-923b-4723-a24a-1782a23fb93a', 1, '4218', 'Renée Vögel', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (143, '53824a7a-923b-4723-a24a-1782a23fb93a', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (144, '53de1c4d-9c20-464c-aca3-4da3c3f51b48', 1, '4204', 'Dragan Ilić', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (145, '53de1c4d-9c20-464c-aca3-4da3c3f51b48', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (146, '57cec225-97d9-4b37-a115-088a0d0f9eb0', 1, '4206', 'Fanny Åkesson', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (147, '57cec225-97d9-4b37-a115-088a0d0f9eb0', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (148, '5813093d-e523-4c12-a56f-8fdd2c51248b', 1, '2201', 'Next desk', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (149, '5930cd30-58bc-65da-503e-01db95c32a98', 1, '6150', 'L. Ek', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (150, '5930cd30-58bc-65da-503e-01db95c32a98', 2, '6100', 'Front desk', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (151, '5eb6f2a7-3b8d-48e4-a4cc-15575899ab2b', 1, '4211', 'Kristín Jónsdóttir', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (152, '5eb6f2a7-3b8d-48e4-a4cc-15575899ab2b', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (153, '61de9858-e4c7-442c-aad0-425bb9464b0e', 1, '4210', 'Jörg Lößnitz', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (154, '61de9858-e4c7-442c-aad0-425bb9464b0e', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (155, '63229c6e-6be9-4cd5-a4fc-3ddf638f5cfc', 1, '2001', 'Director', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (156, '63229c6e-6be9-4cd5-a4fc-3ddf638f5cfc', 2, '2010', 'Attendant', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (157, '63ad6e24-b0b7-4d51-a324-807a69b4d0e6', 1, '2006', '🍕 Pizza', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (158, '63ad6e24-b0b7-4d51-a324-807a69b4d0e6', 2, '0701234567', '👩‍🍳 Chef', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (159, '63ad6e24-b0b7-4d51-a324-807a69b4d0e6', 3, '9,,1234#', 'Order line, with pause', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (160, '6c84db68-5b6c-4ab4-a20a-9e8811677cd6', 1, '2001', 'Director', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (161, '6c84db68-5b6c-4ab4-a20a-9e8811677cd6', 2, '2010', 'Attendant', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (162, '70763c65-cd05-66ec-4130-27c16a8c11d0', 1, '6160', 'Night watch', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (163, '731b4af7-2d48-48a2-a1ad-1010cb958227', 1, '+14085554019', 'Carlos', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (164, '7941440b-98ee-4a4c-a119-c1f077dd1a52', 1, '4216', 'Paweł Żak', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (165, '7941440b-98ee-4a4c-a119-c1f077dd1a52', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (166, '7bb43f7e-2ac9-45da-add2-3590da92eb69', 1, '+14085554020', 'María', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (167, '9418e058-1f97-6d85-69aa-e0c3f7a6a6bd', 1, '6150', 'Lars Ek', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (168, '9418e058-1f97-6d85-69aa-e0c3f7a6a6bd', 2, '6130', 'Ingrid', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (169, '962bfde2-2505-4bcb-a77c-9efce9306ab0', 1, '4208', 'Hélène Roux', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (170, '962bfde2-2505-4bcb-a77c-9efce9306ab0', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (171, '9c128961-049d-4af1-af6b-43142b8db4e4', 1, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (172, '9e5f8995-62ab-410f-ab7a-15b60d4837bd', 1, '2015', 'Groß', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (173, 'a046fba5-025a-481b-a145-7cc67037ba3b', 1, '2001', 'Director', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (174, 'a046fba5-025a-481b-a145-7cc67037ba3b', 2, '2010', 'Attendant', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (175, 'a9cbd532-1be4-d8da-0a37-821eb98968d1', 1, '6150', 'Lars Ek', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (176, 'a9cbd532-1be4-d8da-0a37-821eb98968d1', 2, '+498955500777', 'Werk Augsburg', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (177, 'afc343ab-e192-49a0-a0a4-c391621c643c', 1, '2004', 'Bench', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (178, 'b08223c8-6a30-8391-2fdd-e0effeee2c4b', 4, '6150', 'L. Ek', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (179, 'b08223c8-6a30-8391-2fdd-e0effeee2c4b', 5, '+46855500101', 'Agneta, direct', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (180, 'b408c3e6-faaa-4ff9-ace8-655285a7b5de', 1, '4202', 'Björn Ek', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (181, 'b408c3e6-faaa-4ff9-ace8-655285a7b5de', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (182, 'b9512788-c468-3102-d98b-768f46fee2be', 1, '6100', 'Front desk', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (183, 'b9a76053-48aa-4b43-a21f-8f2519a66bca', 1, '*55#', 'Open', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (184, 'be80798d-974b-4069-a51f-170b2c8d46fc', 1, '4220', 'Thérèse Noël', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (185, 'be80798d-974b-4069-a51f-170b2c8d46fc', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (186, 'c1b44122-edd7-4a1d-aa7e-4cf3f95225a9', 1, '4205', 'Elif Yılmaz', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (187, 'c1b44122-edd7-4a1d-aa7e-4cf3f95225a9', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (188, 'c9505cdc-d86e-4ec4-aead-d1f734801d78', 1, '2005', ' leading space', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (189, 'c9505cdc-d86e-4ec4-aead-d1f734801d78', 2, '2007', 'trailing space ', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (190, 'c9505cdc-d86e-4ec4-aead-d1f734801d78', 3, '2008', 'two  spaces   inside', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (191, 'c9505cdc-d86e-4ec4-aead-d1f734801d78', 4, '', 'No number yet', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (192, 'c9505cdc-d86e-4ec4-aead-d1f734801d78', 5, '2009', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (193, 'd0a8bd66-106b-4d17-abfc-89f870ba542e', 1, '2096', 'Own number', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (194, 'd7fdb2ad-109a-4352-ac0a-47f769737c3e', 1, '2102', 'Kollege', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (195, 'd9ed81ce-ecd6-4e6b-ab2e-15f4baa19e2d', 1, '4217', 'Quirin Süß', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (196, 'd9ed81ce-ecd6-4e6b-ab2e-15f4baa19e2d', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (197, 'da60e0f8-a9d5-46df-a3b7-784713f6ebd6', 1, '4215', 'Ørjan Bø', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (198, 'da60e0f8-a9d5-46df-a3b7-784713f6ebd6', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (199, 'dacb099e-5780-4502-a78c-40b1d5c1d99d', 1, '5555', 'Self', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (200, 'dcb21991-518d-b340-f2cb-5fe329c216d2', 2, '6150', 'Ek (purchasing)', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (201, 'dcb21991-518d-b340-f2cb-5fe329c216d2', 12, '6150', 'Lars Ek', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (202, 'df612bf4-160e-456f-a040-5b384ce73340', 1, '+14085554020', 'María', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (203, 'df612bf4-160e-456f-a040-5b384ce73340', 2, '+4989123456', 'München', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (204, 'ea814eb4-9239-402a-a811-7b702ece58c7', 1, '4207', 'Günther Weiß', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (205, 'ea814eb4-9239-402a-a811-7b702ece58c7', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (206, 'ec3bf829-3c17-4319-ac6e-26aa63fca02b', 1, '2010', '<R&D> ''x''', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (207, 'ec3bf829-3c17-4319-ac6e-26aa63fca02b', 2, '2011', 'a && b', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (208, 'ec3bf829-3c17-4319-ac6e-26aa63fca02b', 3, '2012', '&amp; is no ampersand', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (209, 'ec3bf829-3c17-4319-ac6e-26aa63fca02b', 4, '2013', '<![CDATA[x]]>', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (210, 'ec3bf829-3c17-4319-ac6e-26aa63fca02b', 5, '2014', '1e5', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (211, 'ec3bf829-3c17-4319-ac6e-26aa63fca02b', 6, '2015', 'true', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (212, 'ec3bf829-3c17-4319-ac6e-26aa63fca02b', 7, '2016', '0x1F', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (213, 'ec3bf829-3c17-4319-ac6e-26aa63fca02b', 8, '2017', 'null', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (214, 'ed430d8d-6a2d-456d-ae6b-f0e359c7e29d', 1, '2002', 'Oskar', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (215, 'f5970023-702b-443f-aa0d-c8e7174426dd', 1, '2001', 'Director', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (216, 'f5970023-702b-443f-aa0d-c8e7174426dd', 2, '2010', 'Attendant', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (217, 'ff8c8dac-4534-474e-a199-3f04655ae482', 1, '4201', 'Anna Sjögren', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (218, 'ff8c8dac-4534-474e-a199-3f04655ae482', 2, '3100', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (219, '5364b20a-3557-41ee-ae56-503a593c2e5b', 4, '0104', 'elsewhere', 2, NULL);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (140, '5364b20a-3557-41ee-ae56-503a593c2e5b', 1, '2001', 'Astrid', 1, 2);
INSERT INTO axl_phone_proxy.inventory_dial OVERRIDING SYSTEM VALUE VALUES (141, '5364b20a-3557-41ee-ae56-503a593c2e5b', 2, '3100', 'Reception', 1, 2);


--
-- Data for Name: inventory_finding; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.inventory_finding VALUES ('29cef195a602fe2fdbf6e247', 'nobody-there', '036f058f-779e-e836-cea3-2d8e102ddbd5', 'busylampfield', '6124', 'SEP00A1B2C30100', 1795500834566, '{"id":"29cef195a602fe2fdbf6e247","kind":"nobody-there","device":"SEP00A1B2C30100","deviceKind":"phone","description":"Reception, main entrance","list":"busylampfield","index":"24","dirn":"6124","partition":"PT-Internal","label":"Yngve Ask","evidence":"6124 in PT-Internal is a directory number that no device carries.","proposal":{"remove":true},"since":1795500834566}');
INSERT INTO axl_phone_proxy.inventory_finding VALUES ('b1d20b937c5c3d6317bf4c2f', 'ambiguous', '036f058f-779e-e836-cea3-2d8e102ddbd5', 'busylampfield', '6130', 'SEP00A1B2C30100', 1795500834566, '{"id":"b1d20b937c5c3d6317bf4c2f","kind":"ambiguous","device":"SEP00A1B2C30100","deviceKind":"phone","description":"Reception, main entrance","list":"busylampfield","index":"25","dirn":"6130","partition":"PT-Internal","label":"Ingrid Holm","evidence":"6130 stands in several route partitions: this one watches PT-Internal, others of the device PT-München.","proposal":null,"since":1795500834566}');
INSERT INTO axl_phone_proxy.inventory_finding VALUES ('11fa26ce9cdcbb22cb6289c2', 'ambiguous', '036f058f-779e-e836-cea3-2d8e102ddbd5', 'busylampfield', '6130', 'SEP00A1B2C30100', 1795500834566, '{"id":"11fa26ce9cdcbb22cb6289c2","kind":"ambiguous","device":"SEP00A1B2C30100","deviceKind":"phone","description":"Reception, main entrance","list":"busylampfield","index":"26","dirn":"6130","partition":"PT-München","label":"Ignaz Huber","evidence":"6130 stands in several route partitions: this one watches PT-München, others of the device PT-Internal.","proposal":null,"since":1795500834566}');
INSERT INTO axl_phone_proxy.inventory_finding VALUES ('d6eb85713526bf93533cb39a', 'old-name', '5930cd30-58bc-65da-503e-01db95c32a98', 'speeddial', '6150', 'SEP00A1B2C30106', 1795500834566, '{"id":"d6eb85713526bf93533cb39a","kind":"old-name","device":"SEP00A1B2C30106","deviceKind":"phone","description":"Night porter","list":"speeddial","index":"1","dirn":"6150","partition":"","label":"L. Ek","evidence":"“L. Ek” is the alerting name of 6154; the description of 6150 is “Petra Sandström”.","proposal":{"set":{"index":"1","dirn":"6150","label":"Petra Sandström"}},"since":1795500834566}');
INSERT INTO axl_phone_proxy.inventory_finding VALUES ('45f3686529d599bfd62370fe', 'old-name', '70763c65-cd05-66ec-4130-27c16a8c11d0', 'busylampfield', '6150', 'SEP00A1B2C30104', 1795500834566, '{"id":"45f3686529d599bfd62370fe","kind":"old-name","device":"SEP00A1B2C30104","deviceKind":"phone","description":"Goods in","list":"busylampfield","index":"7","dirn":"6150","partition":"","label":"L. Ek","evidence":"“L. Ek” is the alerting name of 6154; the description of 6150 is “Petra Sandström”.","proposal":{"set":{"index":"7","destination":"6150","label":"Petra Sandström"}},"since":1795500834566}');
INSERT INTO axl_phone_proxy.inventory_finding VALUES ('dc507c68fb94f7b3eeea92df', 'old-name', 'b08223c8-6a30-8391-2fdd-e0effeee2c4b', 'speeddial', '6150', 'SEP00A1B2C30102', 1795500834566, '{"id":"dc507c68fb94f7b3eeea92df","kind":"old-name","device":"SEP00A1B2C30102","deviceKind":"phone","description":"Purchasing","list":"speeddial","index":"4","dirn":"6150","partition":"","label":"L. Ek","evidence":"“L. Ek” is the alerting name of 6154; the description of 6150 is “Petra Sandström”.","proposal":{"set":{"index":"4","dirn":"6150","label":"Petra Sandström"}},"since":1795500834566}');
INSERT INTO axl_phone_proxy.inventory_finding VALUES ('5699c13a435809d0f61e492a', 'twice', 'dcb21991-518d-b340-f2cb-5fe329c216d2', 'speeddial', '6150', 'SEP00A1B2C30105', 1795500834566, '{"id":"5699c13a435809d0f61e492a","kind":"twice","device":"SEP00A1B2C30105","deviceKind":"phone","description":"Quality","list":"speeddial","index":"12","dirn":"6150","partition":"","label":"Lars Ek","evidence":"The device has such a button to 6150 at index 2 already.","proposal":{"remove":true},"since":1795500834566}');


--
-- Data for Name: inventory_former; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--



--
-- Data for Name: inventory_generation; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.inventory_generation VALUES (2, 1795500835513, 1795500835958, 1, 'ea09fa25-2140-4fd7-bafb-63f0a8513173', '{"phones":62,"profiles":4,"numbers":95,"buttons":266}');


--
-- Data for Name: inventory_history_read; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.inventory_history_read VALUES (0);


--
-- Data for Name: inventory_lamp; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (4, 'a9cbd532-1be4-d8da-0a37-821eb98968d1', 1, '', 'd4c49ebe-d456-c78c-ab93-41bf5d304981', 'Ingrid Holm', 1, 0, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (5, 'a9cbd532-1be4-d8da-0a37-821eb98968d1', 2, '', 'e3b08d1d-6047-de0a-7732-4b684c211a97', 'Agneta', 1, 0, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (6, 'a9cbd532-1be4-d8da-0a37-821eb98968d1', 5, '0855500199', NULL, 'Taxi', 0, 0, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (7, 'a9cbd532-1be4-d8da-0a37-821eb98968d1', 9, 'ombud@lindqvist.example', NULL, '日本', 0, 0, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (8, '036f058f-779e-e836-cea3-2d8e102ddbd5', 1, '', 'e3b08d1d-6047-de0a-7732-4b684c211a97', 'Agneta Rask', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (9, '036f058f-779e-e836-cea3-2d8e102ddbd5', 2, '', 'b6de14a6-1686-3fea-8b0e-0ef79aa610c8', 'Bengt Öst', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (10, '036f058f-779e-e836-cea3-2d8e102ddbd5', 3, '', 'e5b0bcd7-47e5-d138-c585-aa802cd21db1', 'Çağla Demir', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (11, '036f058f-779e-e836-cea3-2d8e102ddbd5', 4, '', 'b2bbd56c-7ee3-1717-7d66-e5e41df485bd', 'David Åhman', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (12, '036f058f-779e-e836-cea3-2d8e102ddbd5', 5, '', '7aa762a7-2352-0004-a2fb-22e1d83fce66', 'Ebba Grön', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (13, '036f058f-779e-e836-cea3-2d8e102ddbd5', 6, '', '497ee3e8-2a7e-3a98-6b8a-84074d1ef013', 'Filip Løvås', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (14, '036f058f-779e-e836-cea3-2d8e102ddbd5', 7, '', 'e5f8c10f-014d-76d4-3f57-0b990e3e26f6', 'Gudrun Þórsdóttir', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (15, '036f058f-779e-e836-cea3-2d8e102ddbd5', 8, '', '8e12f351-6d24-4ef9-190e-349ee4f50bfe', 'Hans Übel', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (16, '036f058f-779e-e836-cea3-2d8e102ddbd5', 9, '', 'dc458f6e-5bae-6b9b-fe59-e88eaf8825a3', 'Ida Nyberg', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (17, '036f058f-779e-e836-cea3-2d8e102ddbd5', 10, '', '57d8fe9d-72f9-d9b2-4ba1-d944d049f2af', 'Joël Petit', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (18, '036f058f-779e-e836-cea3-2d8e102ddbd5', 11, '', '2ed988d5-2724-575d-ff70-9dbce3dad74d', 'Karin Häger', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (19, '036f058f-779e-e836-cea3-2d8e102ddbd5', 12, '', 'dbbe911a-afd9-3edd-1b34-e9d331738424', 'Lennart Sköld', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (20, '036f058f-779e-e836-cea3-2d8e102ddbd5', 13, '', 'c470a10e-14d5-c0d0-6705-9b6e93dc0081', 'Mirjam Zoltán', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (21, '036f058f-779e-e836-cea3-2d8e102ddbd5', 14, '', 'd38634af-4a19-1e64-d5da-7a539b71abe8', 'Nils Frisk', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (22, '036f058f-779e-e836-cea3-2d8e102ddbd5', 15, '', 'e969afad-4a2d-4792-ffb3-d2efa89b43a1', 'Olle Ärlig', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (23, '036f058f-779e-e836-cea3-2d8e102ddbd5', 16, '', 'd569b439-f356-86b7-9aea-81bd1d4a5319', 'Pia Björk', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (24, '036f058f-779e-e836-cea3-2d8e102ddbd5', 17, '', '08ee7aa7-96e6-6204-4678-93dab7b5e3ef', 'Queenie Ross', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (25, '036f058f-779e-e836-cea3-2d8e102ddbd5', 18, '', '7acbd1a9-4b27-29db-53f1-afc6c322ac20', 'Rolf Säll', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (26, '036f058f-779e-e836-cea3-2d8e102ddbd5', 19, '', '18f8f53b-341e-2808-df11-aa74f0d38613', 'Stina Hök', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (27, '036f058f-779e-e836-cea3-2d8e102ddbd5', 20, '', '24fc42e1-d650-e55e-f790-b3818f455efa', 'Tõnu Tamm', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (28, '036f058f-779e-e836-cea3-2d8e102ddbd5', 21, '', 'ce56bd68-7a0d-ad91-ba2f-9383ec0d71ac', 'Ulla Falk', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (29, '036f058f-779e-e836-cea3-2d8e102ddbd5', 22, '', '4f0a081b-0cb4-da80-8dfa-7054f811b5c6', 'Viggo Mård', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (30, '036f058f-779e-e836-cea3-2d8e102ddbd5', 23, '', 'fdb56788-0023-d44b-e5c2-175257bf531e', 'Wanja Stål', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (31, '036f058f-779e-e836-cea3-2d8e102ddbd5', 24, '', '60c3d07c-e75a-9894-a767-a58229eda0bd', 'Yngve Ask', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (32, '036f058f-779e-e836-cea3-2d8e102ddbd5', 25, '', 'd4c49ebe-d456-c78c-ab93-41bf5d304981', 'Ingrid Holm', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (33, '036f058f-779e-e836-cea3-2d8e102ddbd5', 26, '', '50aca6e1-3125-02b9-a8d4-04b3804920cc', 'Ignaz Huber', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (34, '036f058f-779e-e836-cea3-2d8e102ddbd5', 27, '', 'c7230621-a50f-5972-b250-f296901f7736', 'Agneta, mobile', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (35, '036f058f-779e-e836-cea3-2d8e102ddbd5', 28, '', 'e8350a8b-d79e-5b4f-96a3-ce46185c087b', 'Bengt, mobile', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (36, '036f058f-779e-e836-cea3-2d8e102ddbd5', 29, '+498955500777', NULL, 'Werk Augsburg', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (37, '036f058f-779e-e836-cea3-2d8e102ddbd5', 30, '0855500199', NULL, 'Taxi', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (38, '036f058f-779e-e836-cea3-2d8e102ddbd5', 31, 'ombud@lindqvist.example', NULL, 'Ombud <R&D>', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (39, '036f058f-779e-e836-cea3-2d8e102ddbd5', 32, '', '0b344d23-4c87-1ab0-8518-d81602484b76', 'Lars Ek', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (40, '036f058f-779e-e836-cea3-2d8e102ddbd5', 33, '', '1de141ca-bfa7-afed-6f2b-dd8ce721c5ba', 'Night watch', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (41, '036f058f-779e-e836-cea3-2d8e102ddbd5', 34, '', 'd42c27a6-511f-4906-fd16-c062c1910c96', '', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (42, '2cd7d9eb-e56e-4b11-a8fd-a8cbfd82ed66', 1, '', '37eb33b7-09cf-48d4-a5d0-6c0a8c50c252', 'Oskar', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (43, '2cd7d9eb-e56e-4b11-a8fd-a8cbfd82ed66', 2, '3100', NULL, 'Reception', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (44, '5364b20a-3557-41ee-ae56-503a593c2e5b', 1, '', 'f4b9af75-ef34-4a4b-a652-6a9cce3d3333', 'Astrid', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (45, '63229c6e-6be9-4cd5-a4fc-3ddf638f5cfc', 1, '', 'f4b9af75-ef34-4a4b-a652-6a9cce3d3333', 'Director', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (46, '6c84db68-5b6c-4ab4-a20a-9e8811677cd6', 1, '', 'f4b9af75-ef34-4a4b-a652-6a9cce3d3333', 'Director', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (47, '70763c65-cd05-66ec-4130-27c16a8c11d0', 7, '6150', NULL, 'L. Ek', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (48, '70763c65-cd05-66ec-4130-27c16a8c11d0', 8, '+46855500101', NULL, 'Agneta, direct', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (49, 'a046fba5-025a-481b-a145-7cc67037ba3b', 1, '', 'f4b9af75-ef34-4a4b-a652-6a9cce3d3333', 'Director', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (50, 'b08223c8-6a30-8391-2fdd-e0effeee2c4b', 1, '', 'd4c49ebe-d456-c78c-ab93-41bf5d304981', 'Ingrid Holm', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (51, 'b9512788-c468-3102-d98b-768f46fee2be', 1, '', '50fb2d1e-8a1a-b085-ce9c-408024b73ecb', 'Front desk', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (52, 'b9512788-c468-3102-d98b-768f46fee2be', 2, 'ombud@lindqvist.example', NULL, 'Ombud', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (53, 'ce450ee1-4e68-b3b5-0a71-1244030c9beb', 1, '', '50aca6e1-3125-02b9-a8d4-04b3804920cc', 'Ignaz Huber', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (54, 'ce450ee1-4e68-b3b5-0a71-1244030c9beb', 2, '', 'e3b08d1d-6047-de0a-7732-4b684c211a97', 'Agneta', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (55, 'ce450ee1-4e68-b3b5-0a71-1244030c9beb', 3, '', '0b344d23-4c87-1ab0-8518-d81602484b76', 'Ek (purchasing)', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (56, 'dcb21991-518d-b340-f2cb-5fe329c216d2', 1, '', '0b344d23-4c87-1ab0-8518-d81602484b76', 'Lars Ek', NULL, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_lamp OVERRIDING SYSTEM VALUE VALUES (57, 'f5970023-702b-443f-aa0d-c8e7174426dd', 1, '', 'f4b9af75-ef34-4a4b-a652-6a9cce3d3333', 'Director', NULL, 1, NULL);


--
-- Data for Name: inventory_line; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (1, '036f058f-779e-e836-cea3-2d8e102ddbd5', 1, '50fb2d1e-8a1a-b085-ce9c-408024b73ecb', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (2, '0d9c4dfc-bfc5-4acc-ab05-9de5f6511cbd', 1, 'ea4a8170-fc4f-4ad0-a794-86845b2840a0', 'Erik Åberg', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (3, '16830480-92ec-423e-a3e7-47bb91bbd747', 1, 'e18fb76b-bba9-4944-a9a5-28926af91f5b', 'Łukasz Wójcik', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (4, '16830480-92ec-423e-a3e7-47bb91bbd747', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (5, '197eb9ca-628e-4106-a8c3-5a20d328022c', 1, 'cada18b6-7230-4ca1-ab75-51c7fdf51d6f', 'Måns Ö', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (6, '197eb9ca-628e-4106-a8c3-5a20d328022c', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (7, '1eb7d3ca-1641-4776-a561-8faf26e7f84e', 1, '8389e59b-bf78-4e00-aa88-a9a9c281ab9a', 'Attendant', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (8, '2543184e-fec8-4f61-af69-f846642ec8bf', 1, '601e8380-38cc-42c8-ab1c-47f134860199', 'Astrid Lindqvist', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (9, '297cb9ea-d262-45e0-a010-3be10630a747', 1, '2f70298b-aa42-4b1b-ad5d-c7fb442b454f', 'Renée Vögel', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (10, '297cb9ea-d262-45e0-a010-3be10630a747', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (11, '2cd7d9eb-e56e-4b11-a8fd-a8cbfd82ed66', 1, 'f4b9af75-ef34-4a4b-a652-6a9cce3d3333', 'Astrid Lindqvist', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (12, '2f72081e-6646-4a6f-a9b7-c4cb99411c67', 1, 'b7e89ac0-be4a-4164-a005-3b78d561b363', 'New style', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (13, '35bbcdcb-dad7-430e-ac9b-a58df3b7417b', 1, 'e589688e-a3b5-4e26-ac04-1e51f5afcb84', 'Kristín Jónsdóttir', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (14, '35bbcdcb-dad7-430e-ac9b-a58df3b7417b', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (15, '3a65ce5d-13e8-40c7-a53e-a1db9f71fa33', 1, '1de1282b-c9ea-438f-a74a-6f722021346e', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (16, '3f427f59-51e9-45b6-a5c9-53f7a767b1bf', 1, '51da9ef4-5120-4767-a6b6-96b0c49a1130', 'Fax', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (17, '42f0c5ad-52cc-42f0-abd9-3404c5e3ba6c', 1, '601e8380-38cc-42c8-ab1c-47f134860199', 'Astrid Lindqvist', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (18, '453291a4-e00b-4450-af08-9975c257a222', 1, '36b85771-5406-4dd0-aa8c-aa748d5ca7db', 'Hélène Roux', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (19, '453291a4-e00b-4450-af08-9975c257a222', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (20, '4a545b46-d77f-4fae-ab23-c39ff95e432a', 1, 'e8c04339-9b0e-49df-a32b-989adb77c86e', 'Test rig', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (21, '4a545b46-d77f-4fae-ab23-c39ff95e432a', 2, 'b2956831-635c-4d62-ad97-f6fb3e3bd3ec', 'Night bell', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (22, '4a545b46-d77f-4fae-ab23-c39ff95e432a', 3, '2acb253e-7d80-4ebb-a445-c66978618fa4', 'Test rig 2', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (23, '4af56ef6-4fbe-4991-ad03-da1971615892', 1, '0a7a9f6a-80e9-4070-ac67-fa57b770a897', 'Home office', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (24, '4c1f19e7-e82c-4d91-aa9f-4bba1284c320', 1, 'f5d9d9ab-5c78-445a-a2b9-5e4aaf0b0a30', 'Old style', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (25, '4c6229e8-00f9-490c-a5de-09788e94c33b', 1, '2b79189b-3644-4951-abd5-d6c11541305b', 'Björn Ek', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (26, '4c6229e8-00f9-490c-a5de-09788e94c33b', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (27, '5364b20a-3557-41ee-ae56-503a593c2e5b', 1, '37eb33b7-09cf-48d4-a5d0-6c0a8c50c252', 'Oskar Nyström', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (28, '5364b20a-3557-41ee-ae56-503a593c2e5b', 2, '4fffa92f-91d1-4bbf-ad7b-ff31ad04b81f', 'Board', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (29, '53824a7a-923b-4723-a24a-1782a23fb93a', 1, '9ddf46a1-2680-47dd-a64f-4eec6170419b', 'Quirin Süß', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (30, '53824a7a-923b-4723-a24a-1782a23fb93a', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (31, '53de1c4d-9c20-464c-aca3-4da3c3f51b48', 1, '315ec37e-8551-4f70-afe7-0af2ac56d3c0', 'Cécile Dubois', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (32, '53de1c4d-9c20-464c-aca3-4da3c3f51b48', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (33, '57cec225-97d9-4b37-a115-088a0d0f9eb0', 1, '3978b9ae-656f-4c11-a2c3-a98d536bdcd9', 'Elif Yılmaz', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (34, '57cec225-97d9-4b37-a115-088a0d0f9eb0', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (35, '5813093d-e523-4c12-a56f-8fdd2c51248b', 1, 'd4ff2737-b348-4c4d-a30f-73d388974341', 'Maja Öberg', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (36, '5813093d-e523-4c12-a56f-8fdd2c51248b', 2, '4061c879-bed0-437d-a825-76df30b6e1fc', 'Maja Öberg', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (37, '5930cd30-58bc-65da-503e-01db95c32a98', 1, 'd42c27a6-511f-4906-fd16-c062c1910c96', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (38, '5ce8fcfc-ccce-49e6-a1d5-aaa22c868bb0', 1, 'f49a6dbd-602e-49ba-a672-f41d9d2314f7', 'Room Ångström', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (39, '5eb6f2a7-3b8d-48e4-a4cc-15575899ab2b', 1, '7dcd0b08-76b4-482f-a207-3976826eb23f', 'Jörg Lößnitz', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (40, '5eb6f2a7-3b8d-48e4-a4cc-15575899ab2b', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (41, '61de9858-e4c7-442c-aad0-425bb9464b0e', 1, '05ab0feb-ab2a-4cfe-af22-7ad9e744d1a8', 'İbrahim Şahin', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (42, '61de9858-e4c7-442c-aad0-425bb9464b0e', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (43, '63229c6e-6be9-4cd5-a4fc-3ddf638f5cfc', 1, 'ad6fba56-ebf0-4390-a356-e410163153dd', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (44, '63229c6e-6be9-4cd5-a4fc-3ddf638f5cfc', 2, '2e813a85-e0b9-4771-a49f-1cf5bc031f1e', 'Stockholm front desk', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (45, '63ad6e24-b0b7-4d51-a324-807a69b4d0e6', 1, 'c74d2897-9e30-4997-a330-da7c97886c1a', 'Canteen', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (46, '6c84db68-5b6c-4ab4-a20a-9e8811677cd6', 1, 'ad6fba56-ebf0-4390-a356-e410163153dd', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (47, '6c84db68-5b6c-4ab4-a20a-9e8811677cd6', 2, '36649775-3b39-49b8-ad99-45c335bfe780', 'Mail room', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (48, '70763c65-cd05-66ec-4130-27c16a8c11d0', 1, 'eef389c0-9f86-5efe-baf0-ce6fb1bae800', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (49, '731b4af7-2d48-48a2-a1ad-1010cb958227', 1, '569fcd8d-e99e-48be-ad58-48dfd915a191', 'María Núñez', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (50, '7507af2f-eb65-4c9e-afea-bf8692c9706f', 1, '3a5c26d2-39d6-4670-ad22-38e2124401a3', 'Lift', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (51, '75347006-f446-4940-a1f3-076c4a91c7b5', 1, '601e8380-38cc-42c8-ab1c-47f134860199', 'Astrid Lindqvist', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (52, '7941440b-98ee-4a4c-a119-c1f077dd1a52', 1, '1601ea53-866f-404b-a951-577d6b90c443', 'Ørjan Bø', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (53, '7941440b-98ee-4a4c-a119-c1f077dd1a52', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (54, '7bb43f7e-2ac9-45da-add2-3590da92eb69', 1, '4ec60a17-cfdc-49ec-a712-d5d1d115c7f0', 'Carlos Peña', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (55, '9418e058-1f97-6d85-69aa-e0c3f7a6a6bd', 1, '9419a963-d9e7-3335-3b7f-f643f8d5fdd1', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (56, '962bfde2-2505-4bcb-a77c-9efce9306ab0', 1, 'e1f694e0-feee-43c6-ac7e-a7c4bc7d6c64', 'Günther Weiß', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (57, '962bfde2-2505-4bcb-a77c-9efce9306ab0', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (58, '9e5f8995-62ab-410f-ab7a-15b60d4837bd', 1, '32006519-7f26-4407-a6b6-4ab3b4eed470', 'Empfang', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (59, '9e5f8995-62ab-410f-ab7a-15b60d4837bd', 2, 'ad6fba56-ebf0-4390-a356-e410163153dd', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (60, 'a046fba5-025a-481b-a145-7cc67037ba3b', 1, 'ad6fba56-ebf0-4390-a356-e410163153dd', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (61, 'a046fba5-025a-481b-a145-7cc67037ba3b', 2, '174d4fc1-2f4a-4213-a829-7aa251c15a2d', 'Stockholm back desk', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (62, 'a9cbd532-1be4-d8da-0a37-821eb98968d1', 1, '50fb2d1e-8a1a-b085-ce9c-408024b73ecb', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (63, 'adc737aa-485d-4c87-af70-5f5d9546a1ce', 1, 'ad6fba56-ebf0-4390-a356-e410163153dd', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (64, 'afc343ab-e192-49a0-a0a4-c391621c643c', 1, '6ffd4dea-bb14-4af0-a2e8-2ba13e9819cc', 'Lab', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (65, 'b08223c8-6a30-8391-2fdd-e0effeee2c4b', 1, '38e20714-889b-c9a7-c3da-ec4e87f2f573', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (66, 'b408c3e6-faaa-4ff9-ace8-655285a7b5de', 1, 'f69f2da5-c41d-421d-af87-40e6b5d89438', 'Anna Sjögren', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (67, 'b408c3e6-faaa-4ff9-ace8-655285a7b5de', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (68, 'b9512788-c468-3102-d98b-768f46fee2be', 1, '1de141ca-bfa7-afed-6f2b-dd8ce721c5ba', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (69, 'b9512788-c468-3102-d98b-768f46fee2be', 2, 'd42c27a6-511f-4906-fd16-c062c1910c96', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (70, 'b9a76053-48aa-4b43-a21f-8f2519a66bca', 1, '1d38bbec-6fc4-4574-a4fc-44f655df49b3', 'Door', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (71, 'be80798d-974b-4069-a51f-170b2c8d46fc', 1, '52213c7f-eba0-41ea-acc8-c0ec831bfd6f', 'Søren Kjær', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (72, 'be80798d-974b-4069-a51f-170b2c8d46fc', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (73, 'c1b44122-edd7-4a1d-aa7e-4cf3f95225a9', 1, '63c3198e-7e20-4f3d-ade1-3fc333e0e425', 'Dragan Ilić', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (74, 'c1b44122-edd7-4a1d-aa7e-4cf3f95225a9', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (75, 'c862421a-dbf1-4dae-a93f-0cc56d405fb8', 1, 'ff82d3db-7cec-48e8-a220-47a4d4c2512f', 'Zoë Müller', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (76, 'c9505cdc-d86e-4ec4-aead-d1f734801d78', 1, '5e7fbaf5-0052-41c1-a7b4-26a25df21f18', 'Warehouse', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (77, 'ce450ee1-4e68-b3b5-0a71-1244030c9beb', 1, '37486546-6dd9-6abe-5a10-54ca2c1af85e', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (78, 'd0a8bd66-106b-4d17-abfc-89f870ba542e', 1, 'bdeeebb6-835a-477a-abe4-d2711cb60ac1', 'Lab 2', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (79, 'd7fdb2ad-109a-4352-ac0a-47f769737c3e', 1, '8535fabe-0204-4a19-a8f4-5676bed7ed7a', 'Jürgen Groß', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (80, 'd9ed81ce-ecd6-4e6b-ab2e-15f4baa19e2d', 1, '49624f44-afb7-40c3-afbd-45a3f3d8efa8', 'Paweł Żak', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (81, 'd9ed81ce-ecd6-4e6b-ab2e-15f4baa19e2d', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (82, 'da60e0f8-a9d5-46df-a3b7-784713f6ebd6', 1, '636f0e02-97a2-4343-a5eb-42b020b13bdc', 'Noémie Lefèvre', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (83, 'da60e0f8-a9d5-46df-a3b7-784713f6ebd6', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (84, 'dacb099e-5780-4502-a78c-40b1d5c1d99d', 1, '5496b621-2399-413b-ad33-be5ff6d21775', 'Open', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (85, 'dcb21991-518d-b340-f2cb-5fe329c216d2', 1, '7beac78d-e85f-01a9-7870-6a3cc7f5b5a6', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (86, 'df612bf4-160e-456f-a040-5b384ce73340', 1, '4ec60a17-cfdc-49ec-a712-d5d1d115c7f0', 'Carlos Peña', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (87, 'df612bf4-160e-456f-a040-5b384ce73340', 2, '771c0f49-0b58-4b3e-a344-4b1a3bcbefa6', 'Carlos Peña', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (88, 'ea814eb4-9239-402a-a811-7b702ece58c7', 1, 'a94f99a3-d177-4356-ae96-37c47608485a', 'Fanny Åkesson', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (89, 'ea814eb4-9239-402a-a811-7b702ece58c7', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (90, 'ec3bf829-3c17-4319-ac6e-26aa63fca02b', 1, 'f3d1968a-99e8-44b6-a302-2320dd8be679', 'R&D bench', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (91, 'ecb48cc7-bfaf-4026-ae69-7a6f65901ff0', 1, '1de1282b-c9ea-438f-a74a-6f722021346e', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (92, 'ecb48cc7-bfaf-4026-ae69-7a6f65901ff0', 2, 'fb7d60e3-a737-465e-a5bd-e20ec094b313', 'Queue only', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (93, 'ed430d8d-6a2d-456d-ae6b-f0e359c7e29d', 1, 'f4b9af75-ef34-4a4b-a652-6a9cce3d3333', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (94, 'f294444a-5ad5-472c-aa80-afd357998484', 1, '3a5c26d2-39d6-4670-ad22-38e2124401a3', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (95, 'f294444a-5ad5-472c-aa80-afd357998484', 2, 'e3b08d1d-6047-de0a-7732-4b684c211a97', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (96, 'f294444a-5ad5-472c-aa80-afd357998484', 3, 'b6de14a6-1686-3fea-8b0e-0ef79aa610c8', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (97, 'f294444a-5ad5-472c-aa80-afd357998484', 4, 'e5b0bcd7-47e5-d138-c585-aa802cd21db1', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (98, 'f294444a-5ad5-472c-aa80-afd357998484', 5, 'b2bbd56c-7ee3-1717-7d66-e5e41df485bd', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (99, 'f294444a-5ad5-472c-aa80-afd357998484', 6, '7aa762a7-2352-0004-a2fb-22e1d83fce66', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (100, 'f294444a-5ad5-472c-aa80-afd357998484', 7, '497ee3e8-2a7e-3a98-6b8a-84074d1ef013', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (101, 'f294444a-5ad5-472c-aa80-afd357998484', 8, 'e5f8c10f-014d-76d4-3f57-0b990e3e26f6', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (102, 'f294444a-5ad5-472c-aa80-afd357998484', 9, '8e12f351-6d24-4ef9-190e-349ee4f50bfe', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (103, 'f294444a-5ad5-472c-aa80-afd357998484', 10, 'dc458f6e-5bae-6b9b-fe59-e88eaf8825a3', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (104, 'f294444a-5ad5-472c-aa80-afd357998484', 11, '57d8fe9d-72f9-d9b2-4ba1-d944d049f2af', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (105, 'f294444a-5ad5-472c-aa80-afd357998484', 12, '2ed988d5-2724-575d-ff70-9dbce3dad74d', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (106, 'f294444a-5ad5-472c-aa80-afd357998484', 13, 'dbbe911a-afd9-3edd-1b34-e9d331738424', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (107, 'f294444a-5ad5-472c-aa80-afd357998484', 14, 'c470a10e-14d5-c0d0-6705-9b6e93dc0081', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (108, 'f294444a-5ad5-472c-aa80-afd357998484', 15, 'd38634af-4a19-1e64-d5da-7a539b71abe8', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (109, 'f294444a-5ad5-472c-aa80-afd357998484', 16, 'e969afad-4a2d-4792-ffb3-d2efa89b43a1', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (110, 'f294444a-5ad5-472c-aa80-afd357998484', 17, 'd569b439-f356-86b7-9aea-81bd1d4a5319', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (111, 'f294444a-5ad5-472c-aa80-afd357998484', 18, '08ee7aa7-96e6-6204-4678-93dab7b5e3ef', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (112, 'f294444a-5ad5-472c-aa80-afd357998484', 19, '7acbd1a9-4b27-29db-53f1-afc6c322ac20', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (113, 'f294444a-5ad5-472c-aa80-afd357998484', 20, '18f8f53b-341e-2808-df11-aa74f0d38613', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (114, 'f294444a-5ad5-472c-aa80-afd357998484', 21, '24fc42e1-d650-e55e-f790-b3818f455efa', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (115, 'f294444a-5ad5-472c-aa80-afd357998484', 22, 'ce56bd68-7a0d-ad91-ba2f-9383ec0d71ac', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (116, 'f294444a-5ad5-472c-aa80-afd357998484', 23, '4f0a081b-0cb4-da80-8dfa-7054f811b5c6', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (117, 'f294444a-5ad5-472c-aa80-afd357998484', 24, 'fdb56788-0023-d44b-e5c2-175257bf531e', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (118, 'f294444a-5ad5-472c-aa80-afd357998484', 25, 'd4c49ebe-d456-c78c-ab93-41bf5d304981', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (119, 'f294444a-5ad5-472c-aa80-afd357998484', 26, '50aca6e1-3125-02b9-a8d4-04b3804920cc', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (120, 'f294444a-5ad5-472c-aa80-afd357998484', 27, '0b344d23-4c87-1ab0-8518-d81602484b76', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (121, 'f294444a-5ad5-472c-aa80-afd357998484', 28, 'c7230621-a50f-5972-b250-f296901f7736', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (122, 'f294444a-5ad5-472c-aa80-afd357998484', 29, 'e8350a8b-d79e-5b4f-96a3-ce46185c087b', '', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (123, 'f5970023-702b-443f-aa0d-c8e7174426dd', 1, 'ad6fba56-ebf0-4390-a356-e410163153dd', 'Reception', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (124, 'f5970023-702b-443f-aa0d-c8e7174426dd', 2, '8b0f2eca-1910-4655-a6e3-0fa09078b9b7', 'Lobby', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (125, 'ff6b85ff-e7d9-4aa7-ab1d-dac639a3f379', 1, '601e8380-38cc-42c8-ab1c-47f134860199', 'Astrid Lindqvist', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (126, 'ff8c8dac-4534-474e-a199-3f04655ae482', 1, 'fb9c050b-4d28-49a8-a618-a4de6ddb0673', 'Thérèse Noël', 1, NULL);
INSERT INTO axl_phone_proxy.inventory_line OVERRIDING SYSTEM VALUE VALUES (127, 'ff8c8dac-4534-474e-a199-3f04655ae482', 2, '1de1282b-c9ea-438f-a74a-6f722021346e', 'Support', 1, NULL);


--
-- Data for Name: inventory_number; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (1, '05ab0feb-ab2a-4cfe-af22-7ad9e744d1a8', '4209', 'PT-Internal', 'İbrahim Şahin', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (2, '08ee7aa7-96e6-6204-4678-93dab7b5e3ef', '6117', 'PT-Internal', 'Queenie Ross', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (3, '0a7a9f6a-80e9-4070-ac67-fa57b770a897', '2401', 'PT-Internal', 'Home office', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (4, '0b344d23-4c87-1ab0-8518-d81602484b76', '6150', 'PT-Internal', 'Petra Sandström', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (5, '1601ea53-866f-404b-a951-577d6b90c443', '4215', 'PT-Internal', 'Ørjan Bø', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (6, '174d4fc1-2f4a-4213-a829-7aa251c15a2d', '3102', 'PT-Internal', 'Stockholm back desk', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (7, '18f8f53b-341e-2808-df11-aa74f0d38613', '6119', 'PT-Internal', 'Stina Hök', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (8, '1d38bbec-6fc4-4574-a4fc-44f655df49b3', '*55', 'PT-Internal', 'Door', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (9, '1de1282b-c9ea-438f-a74a-6f722021346e', '4200', 'PT-Internal', 'Support', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (10, '1de141ca-bfa7-afed-6f2b-dd8ce721c5ba', '6160', 'PT-Internal', 'Night watch', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (11, '24fc42e1-d650-e55e-f790-b3818f455efa', '6120', 'PT-Internal', 'Tõnu Tamm', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (12, '2acb253e-7d80-4ebb-a445-c66978618fa4', '2012', 'PT-Internal', 'Test rig 2', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (13, '2b79189b-3644-4951-abd5-d6c11541305b', '4202', 'PT-Internal', 'Björn Ek', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (14, '2e813a85-e0b9-4771-a49f-1cf5bc031f1e', '3101', 'PT-Internal', 'Stockholm front desk', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (15, '2ed988d5-2724-575d-ff70-9dbce3dad74d', '6111', 'PT-Internal', 'Karin Häger', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (16, '2f70298b-aa42-4b1b-ad5d-c7fb442b454f', '4218', 'PT-Internal', 'Renée Vögel', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (17, '315ec37e-8551-4f70-afe7-0af2ac56d3c0', '4203', 'PT-Internal', 'Cécile Dubois', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (18, '32006519-7f26-4407-a6b6-4ab3b4eed470', '+4989123456', 'PT-E164', 'Empfang', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (19, '36649775-3b39-49b8-ad99-45c335bfe780', '3104', 'PT-Internal', 'Mail room', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (20, '36b85771-5406-4dd0-aa8c-aa748d5ca7db', '4208', 'PT-Internal', 'Hélène Roux', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (21, '37486546-6dd9-6abe-5a10-54ca2c1af85e', '6153', 'PT-Internal', 'Dispatch', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (22, '379306b8-10f1-4edd-a8de-b2ee2201d631', '2999', 'PT-Internal', 'Reserved, on no device', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (23, '37eb33b7-09cf-48d4-a5d0-6c0a8c50c252', '2002', 'PT-Internal', 'Oskar Nyström', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (24, '38e20714-889b-c9a7-c3da-ec4e87f2f573', '6152', 'PT-Internal', 'Purchasing', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (25, '3978b9ae-656f-4c11-a2c3-a98d536bdcd9', '4205', 'PT-Internal', 'Elif Yılmaz', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (26, '3a5c26d2-39d6-4670-ad22-38e2124401a3', '2099', 'PT-Internal', 'Lift', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (27, '4061c879-bed0-437d-a825-76df30b6e1fc', '2200', 'PT-Stockholm', 'Maja Öberg', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (28, '49624f44-afb7-40c3-afbd-45a3f3d8efa8', '4216', 'PT-Internal', 'Paweł Żak', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (29, '497ee3e8-2a7e-3a98-6b8a-84074d1ef013', '6106', 'PT-Internal', 'Filip Løvås', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (30, '4ec60a17-cfdc-49ec-a712-d5d1d115c7f0', '+14085554019', 'PT-E164', 'Carlos Peña', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (31, '4f0a081b-0cb4-da80-8dfa-7054f811b5c6', '6122', 'PT-Internal', 'Viggo Mård', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (32, '4fffa92f-91d1-4bbf-ad7b-ff31ad04b81f', '2090', 'PT-Internal', 'Board', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (33, '50aca6e1-3125-02b9-a8d4-04b3804920cc', '6130', 'PT-München', 'Ignaz Huber', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (34, '50fb2d1e-8a1a-b085-ce9c-408024b73ecb', '6100', 'PT-Internal', 'Front desk', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (35, '51da9ef4-5120-4767-a6b6-96b0c49a1130', '2098', 'PT-Internal', 'Fax', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (36, '52213c7f-eba0-41ea-acc8-c0ec831bfd6f', '4219', 'PT-Internal', 'Søren Kjær', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (37, '5496b621-2399-413b-ad33-be5ff6d21775', '5555', '', 'In no partition', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (38, '569fcd8d-e99e-48be-ad58-48dfd915a191', '+14085554020', 'PT-E164', 'María Núñez', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (39, '57d8fe9d-72f9-d9b2-4ba1-d944d049f2af', '6110', 'PT-Internal', 'Joël Petit', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (40, '5e7fbaf5-0052-41c1-a7b4-26a25df21f18', '2006', 'PT-Internal', 'Warehouse', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (41, '601e8380-38cc-42c8-ab1c-47f134860199', '2400', 'PT-Internal', 'Astrid Lindqvist', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (42, '60c3d07c-e75a-9894-a767-a58229eda0bd', '6124', 'PT-Internal', 'Yngve Ask', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (43, '636f0e02-97a2-4343-a5eb-42b020b13bdc', '4214', 'PT-Internal', 'Noémie Lefèvre', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (44, '63c3198e-7e20-4f3d-ade1-3fc333e0e425', '4204', 'PT-Internal', 'Dragan Ilić', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (45, '6ffd4dea-bb14-4af0-a2e8-2ba13e9819cc', '007', 'PT-Lab', 'Lab', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (46, '771c0f49-0b58-4b3e-a344-4b1a3bcbefa6', '4019', 'PT-Internal', 'Carlos Peña', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (47, '789a712c-8258-4c49-a245-f3727f37b880', '2001', 'PT-Lab', 'Translation to the director', '', 3, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (48, '790815f6-1388-40e8-a5e9-b1345ad035e0', '8.XXX', 'PT-Internal', 'Route to the other site', '', 5, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (49, '7aa762a7-2352-0004-a2fb-22e1d83fce66', '6105', 'PT-Internal', 'Ebba Grön', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (50, '7acbd1a9-4b27-29db-53f1-afc6c322ac20', '6118', 'PT-Internal', 'Rolf Säll', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (51, '7beac78d-e85f-01a9-7870-6a3cc7f5b5a6', '6155', 'PT-Internal', 'Quality', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (52, '7dcd0b08-76b4-482f-a207-3976826eb23f', '4210', 'PT-Internal', 'Jörg Lößnitz', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (53, '8389e59b-bf78-4e00-aa88-a9a9c281ab9a', '2010', 'PT-Internal', 'Attendant', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (54, '8535fabe-0204-4a19-a8f4-5676bed7ed7a', '2100', 'PT-München', 'Jürgen Groß', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (55, '8b0f2eca-1910-4655-a6e3-0fa09078b9b7', '3103', 'PT-Internal', 'Lobby', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (56, '8e12f351-6d24-4ef9-190e-349ee4f50bfe', '6108', 'PT-Internal', 'Hans Übel', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (57, '9419a963-d9e7-3335-3b7f-f643f8d5fdd1', '6151', 'PT-Internal', 'Laboratory', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (58, '9ddf46a1-2680-47dd-a64f-4eec6170419b', '4217', 'PT-Internal', 'Quirin Süß', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (59, 'a94f99a3-d177-4356-ae96-37c47608485a', '4206', 'PT-Internal', 'Fanny Åkesson', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (60, 'ad6fba56-ebf0-4390-a356-e410163153dd', '3100', 'PT-Internal', 'Reception', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (61, 'b2956831-635c-4d62-ad97-f6fb3e3bd3ec', '0100', 'PT-Internal', 'Night bell', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (62, 'b2bbd56c-7ee3-1717-7d66-e5e41df485bd', '6104', 'PT-Internal', 'David Åhman', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (63, 'b6de14a6-1686-3fea-8b0e-0ef79aa610c8', '6102', 'PT-Internal', 'Bengt Öst', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (64, 'b7e89ac0-be4a-4164-a005-3b78d561b363', '+14085554021', 'PT-E164', 'New style', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (65, 'bdeeebb6-835a-477a-abe4-d2711cb60ac1', '2096', 'PT-Lab', 'Lab 2', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (66, 'c470a10e-14d5-c0d0-6705-9b6e93dc0081', '6113', 'PT-Internal', 'Mirjam Zoltán', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (67, 'c7230621-a50f-5972-b250-f296901f7736', '+46855500101', 'PT-E164', 'Agneta Rask, direct', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (68, 'c74d2897-9e30-4997-a330-da7c97886c1a', '2005', 'PT-Internal', 'Canteen', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (69, 'cada18b6-7230-4ca1-ab75-51c7fdf51d6f', '4213', 'PT-Internal', 'Måns Ö', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (70, 'ce56bd68-7a0d-ad91-ba2f-9383ec0d71ac', '6121', 'PT-Internal', 'Ulla Falk', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (71, 'd38634af-4a19-1e64-d5da-7a539b71abe8', '6114', 'PT-Internal', 'Nils Frisk', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (72, 'd42c27a6-511f-4906-fd16-c062c1910c96', '6156', 'PT-Internal', 'Night porter', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (73, 'd4c49ebe-d456-c78c-ab93-41bf5d304981', '6130', 'PT-Internal', 'Ingrid Holm', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (74, 'd4ff2737-b348-4c4d-a30f-73d388974341', '2200', 'PT-Internal', 'Maja Öberg', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (75, 'd569b439-f356-86b7-9aea-81bd1d4a5319', '6116', 'PT-Internal', 'Pia Björk', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (76, 'dbbe911a-afd9-3edd-1b34-e9d331738424', '6112', 'PT-Internal', 'Lennart Sköld', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (77, 'dc458f6e-5bae-6b9b-fe59-e88eaf8825a3', '6109', 'PT-Internal', 'Ida Nyberg', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (78, 'e18fb76b-bba9-4944-a9a5-28926af91f5b', '4212', 'PT-Internal', 'Łukasz Wójcik', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (79, 'e1f694e0-feee-43c6-ac7e-a7c4bc7d6c64', '4207', 'PT-Internal', 'Günther Weiß', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (80, 'e3b08d1d-6047-de0a-7732-4b684c211a97', '6101', 'PT-Internal', 'Agneta Rask', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (81, 'e589688e-a3b5-4e26-ac04-1e51f5afcb84', '4211', 'PT-Internal', 'Kristín Jónsdóttir', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (82, 'e5b0bcd7-47e5-d138-c585-aa802cd21db1', '6103', 'PT-Internal', 'Çağla Demir', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (83, 'e5f8c10f-014d-76d4-3f57-0b990e3e26f6', '6107', 'PT-Internal', 'Gudrun Þórsdóttir', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (84, 'e8350a8b-d79e-5b4f-96a3-ce46185c087b', '+46855500102', 'PT-E164', 'Bengt Öst, direct', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (85, 'e8c04339-9b0e-49df-a32b-989adb77c86e', '2011', 'PT-Internal', 'Test rig', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (86, 'e969afad-4a2d-4792-ffb3-d2efa89b43a1', '6115', 'PT-Internal', 'Olle Ärlig', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (87, 'ea4a8170-fc4f-4ad0-a794-86845b2840a0', '2100', 'PT-Internal', 'Erik Åberg', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (88, 'eef389c0-9f86-5efe-baf0-ce6fb1bae800', '6154', 'PT-Internal', 'Goods in', 'L. Ek', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (89, 'f3d1968a-99e8-44b6-a302-2320dd8be679', '2004', 'PT-Internal', 'R&D bench', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (90, 'f49a6dbd-602e-49ba-a672-f41d9d2314f7', '2008', 'PT-Internal', 'Room Ångström', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (91, 'f4b9af75-ef34-4a4b-a652-6a9cce3d3333', '2001', 'PT-Internal', 'Astrid Lindqvist', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (92, 'f5d9d9ab-5c78-445a-a2b9-5e4aaf0b0a30', '+14085554021', 'PT-E164', 'Old style', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (93, 'f69f2da5-c41d-421d-af87-40e6b5d89438', '4201', 'PT-Internal', 'Anna Sjögren', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (94, 'fb7d60e3-a737-465e-a5bd-e20ec094b313', '4299', 'PT-Internal', 'Queue only', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (95, 'fb9c050b-4d28-49a8-a618-a4de6ddb0673', '4220', 'PT-Internal', 'Thérèse Noël', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (96, 'fdb56788-0023-d44b-e5c2-175257bf531e', '6123', 'PT-Internal', 'Wanja Stål', '', 2, 1, NULL);
INSERT INTO axl_phone_proxy.inventory_number OVERRIDING SYSTEM VALUE VALUES (97, 'ff82d3db-7cec-48e8-a220-47a4d4c2512f', '2003', 'PT-Internal', 'Zoë Müller', '', 2, 1, NULL);


--
-- Data for Name: inventory_own; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.inventory_own VALUES ('new phone/sep00a1b2c30003', 'new', 1795500836752, 0, '537a4db8-5449-4651-b1b7-a62beb341807');
INSERT INTO axl_phone_proxy.inventory_own VALUES ('2cd7d9eb-e56e-4b11-a8fd-a8cbfd82ed66', 'dial', 1795500838069, 0, '46ac016b-efd7-4ca2-814c-f0b27df50fa5');
INSERT INTO axl_phone_proxy.inventory_own VALUES ('c862421a-dbf1-4dae-a93f-0cc56d405fb8', 'dial', 1795500840366, 0, 'e90a02ce-145a-4d6a-a08d-ee7cafe1dd74');


--
-- Data for Name: inventory_relabelled; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.inventory_relabelled VALUES ('cKB_TF7dvxN8hmbxQOEF6YD3ARXjooQcsqkB6VmfDWI', 6, 1);
INSERT INTO axl_phone_proxy.inventory_relabelled VALUES ('k3ftcwNLJjQoHBl7jl2P2t4auoM1Fl3SzvGTrRVCybk', 1, 1);
INSERT INTO axl_phone_proxy.inventory_relabelled VALUES ('_cTLuGA7lCmvtfaP2UQokq55Apxl6VsksG6AOaZPCNA', 2, 1);
INSERT INTO axl_phone_proxy.inventory_relabelled VALUES ('hGcQe6TGs95-WAXgo7nhKargJ2JSJPfV-HdoowozS7w', 4, 1);
INSERT INTO axl_phone_proxy.inventory_relabelled VALUES ('lxSEDoJCJw1BT9UpFTYMw40JQr5vPtOna79jIxAjs2c', 5, 1);
INSERT INTO axl_phone_proxy.inventory_relabelled VALUES ('svHW2VDkrPG6KMIBoojL-yk3zEywtVwPz6Xxud3hqHk', 7, 1);
INSERT INTO axl_phone_proxy.inventory_relabelled VALUES ('Kjm-EVaVc0qjvXQFFuAeZ1S76xa-aLNynmCHYrYKLtg', 8, 1);


--
-- Data for Name: inventory_swept; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--



--
-- Data for Name: run; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.run OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-24 06:13:54.87+00', 'alice', 'Grüße → "あ"');


--
-- Data for Name: schema_version; Type: TABLE DATA; Schema: axl_phone_proxy; Owner: -
--

INSERT INTO axl_phone_proxy.schema_version VALUES (5);


--
-- Name: change_sequence_seq; Type: SEQUENCE SET; Schema: axl_phone_proxy; Owner: -
--

SELECT pg_catalog.setval('axl_phone_proxy.change_sequence_seq', 11, true);


--
-- Name: inventory_device_id_seq; Type: SEQUENCE SET; Schema: axl_phone_proxy; Owner: -
--

SELECT pg_catalog.setval('axl_phone_proxy.inventory_device_id_seq', 66, true);


--
-- Name: inventory_dial_id_seq; Type: SEQUENCE SET; Schema: axl_phone_proxy; Owner: -
--

SELECT pg_catalog.setval('axl_phone_proxy.inventory_dial_id_seq', 219, true);


--
-- Name: inventory_lamp_id_seq; Type: SEQUENCE SET; Schema: axl_phone_proxy; Owner: -
--

SELECT pg_catalog.setval('axl_phone_proxy.inventory_lamp_id_seq', 57, true);


--
-- Name: inventory_line_id_seq; Type: SEQUENCE SET; Schema: axl_phone_proxy; Owner: -
--

SELECT pg_catalog.setval('axl_phone_proxy.inventory_line_id_seq', 127, true);


--
-- Name: inventory_number_id_seq; Type: SEQUENCE SET; Schema: axl_phone_proxy; Owner: -
--

SELECT pg_catalog.setval('axl_phone_proxy.inventory_number_id_seq', 97, true);


--
-- Name: run_sequence_seq; Type: SEQUENCE SET; Schema: axl_phone_proxy; Owner: -
--

SELECT pg_catalog.setval('axl_phone_proxy.run_sequence_seq', 1, true);


--
-- Name: change_number change_number_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.change_number
    ADD CONSTRAINT change_number_pkey PRIMARY KEY (number, sequence);


--
-- Name: change change_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.change
    ADD CONSTRAINT change_pkey PRIMARY KEY (sequence);


--
-- Name: dismissal dismissal_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.dismissal
    ADD CONSTRAINT dismissal_pkey PRIMARY KEY (id);


--
-- Name: inventory_device inventory_device_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.inventory_device
    ADD CONSTRAINT inventory_device_pkey PRIMARY KEY (id);


--
-- Name: inventory_dial inventory_dial_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.inventory_dial
    ADD CONSTRAINT inventory_dial_pkey PRIMARY KEY (id);


--
-- Name: inventory_finding inventory_finding_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.inventory_finding
    ADD CONSTRAINT inventory_finding_pkey PRIMARY KEY (id);


--
-- Name: inventory_former inventory_former_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.inventory_former
    ADD CONSTRAINT inventory_former_pkey PRIMARY KEY (dirn);


--
-- Name: inventory_generation inventory_generation_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.inventory_generation
    ADD CONSTRAINT inventory_generation_pkey PRIMARY KEY (id);


--
-- Name: inventory_lamp inventory_lamp_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.inventory_lamp
    ADD CONSTRAINT inventory_lamp_pkey PRIMARY KEY (id);


--
-- Name: inventory_line inventory_line_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.inventory_line
    ADD CONSTRAINT inventory_line_pkey PRIMARY KEY (id);


--
-- Name: inventory_number inventory_number_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.inventory_number
    ADD CONSTRAINT inventory_number_pkey PRIMARY KEY (id);


--
-- Name: inventory_own inventory_own_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.inventory_own
    ADD CONSTRAINT inventory_own_pkey PRIMARY KEY (owner, name);


--
-- Name: inventory_relabelled inventory_relabelled_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.inventory_relabelled
    ADD CONSTRAINT inventory_relabelled_pkey PRIMARY KEY (label);


--
-- Name: inventory_swept inventory_swept_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.inventory_swept
    ADD CONSTRAINT inventory_swept_pkey PRIMARY KEY (name);


--
-- Name: run run_pkey; Type: CONSTRAINT; Schema: axl_phone_proxy; Owner: -
--

ALTER TABLE ONLY axl_phone_proxy.run
    ADD CONSTRAINT run_pkey PRIMARY KEY (sequence);


--
-- Name: change_device; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_device ON axl_phone_proxy.change USING btree (device_key, sequence);


--
-- Name: change_elsewhere; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_elsewhere ON axl_phone_proxy.change USING btree (sequence) WHERE (seen_after IS NOT NULL);


--
-- Name: change_in_progress; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_in_progress ON axl_phone_proxy.change USING btree (device_key) WHERE (outcome = 'in-progress'::text);


--
-- Name: change_number_sequence; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_number_sequence ON axl_phone_proxy.change_number USING btree (sequence);


--
-- Name: change_run; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_run ON axl_phone_proxy.change USING btree (run, sequence) WHERE (run IS NOT NULL);


--
-- Name: change_seen; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE UNIQUE INDEX change_seen ON axl_phone_proxy.change USING btree (seen_key) WHERE (seen_key IS NOT NULL);


--
-- Name: change_time; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_time ON axl_phone_proxy.change USING btree ("time");


--
-- Name: change_undoes; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_undoes ON axl_phone_proxy.change USING btree (undoes, sequence, outcome) WHERE (undoes IS NOT NULL);


--
-- Name: change_unproven; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_unproven ON axl_phone_proxy.change USING btree (device_key, kind, sequence) WHERE ((outcome = 'outcome-unknown'::text) AND (found_list IS NULL));


--
-- Name: change_user; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX change_user ON axl_phone_proxy.change USING btree (user_name, sequence);


--
-- Name: inventory_device_name; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_device_name ON axl_phone_proxy.inventory_device USING btree (lower(name));


--
-- Name: inventory_device_owner; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_device_owner ON axl_phone_proxy.inventory_device USING btree (owner);


--
-- Name: inventory_device_since; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_device_since ON axl_phone_proxy.inventory_device USING btree (since);


--
-- Name: inventory_device_until; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_device_until ON axl_phone_proxy.inventory_device USING btree (until) WHERE (until IS NOT NULL);


--
-- Name: inventory_dial_dirn; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_dial_dirn ON axl_phone_proxy.inventory_dial USING btree (dirn);


--
-- Name: inventory_dial_owner; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_dial_owner ON axl_phone_proxy.inventory_dial USING btree (owner);


--
-- Name: inventory_dial_since; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_dial_since ON axl_phone_proxy.inventory_dial USING btree (since);


--
-- Name: inventory_dial_until; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_dial_until ON axl_phone_proxy.inventory_dial USING btree (until) WHERE (until IS NOT NULL);


--
-- Name: inventory_finding_order; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_finding_order ON axl_phone_proxy.inventory_finding USING btree (kind, device, id);


--
-- Name: inventory_finding_owner; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_finding_owner ON axl_phone_proxy.inventory_finding USING btree (owner, list);


--
-- Name: inventory_lamp_destination; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_lamp_destination ON axl_phone_proxy.inventory_lamp USING btree (destination) WHERE (destination <> ''::text);


--
-- Name: inventory_lamp_number; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_lamp_number ON axl_phone_proxy.inventory_lamp USING btree (number) WHERE (number IS NOT NULL);


--
-- Name: inventory_lamp_owner; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_lamp_owner ON axl_phone_proxy.inventory_lamp USING btree (owner);


--
-- Name: inventory_lamp_since; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_lamp_since ON axl_phone_proxy.inventory_lamp USING btree (since);


--
-- Name: inventory_lamp_until; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_lamp_until ON axl_phone_proxy.inventory_lamp USING btree (until) WHERE (until IS NOT NULL);


--
-- Name: inventory_line_number; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_line_number ON axl_phone_proxy.inventory_line USING btree (number);


--
-- Name: inventory_line_owner; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_line_owner ON axl_phone_proxy.inventory_line USING btree (owner);


--
-- Name: inventory_line_since; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_line_since ON axl_phone_proxy.inventory_line USING btree (since);


--
-- Name: inventory_line_until; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_line_until ON axl_phone_proxy.inventory_line USING btree (until) WHERE (until IS NOT NULL);


--
-- Name: inventory_number_dirn; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_number_dirn ON axl_phone_proxy.inventory_number USING btree (dirn);


--
-- Name: inventory_number_owner; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_number_owner ON axl_phone_proxy.inventory_number USING btree (owner);


--
-- Name: inventory_number_since; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_number_since ON axl_phone_proxy.inventory_number USING btree (since);


--
-- Name: inventory_number_until; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX inventory_number_until ON axl_phone_proxy.inventory_number USING btree (until) WHERE (until IS NOT NULL);


--
-- Name: run_time; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX run_time ON axl_phone_proxy.run USING btree ("time");


--
-- Name: run_user; Type: INDEX; Schema: axl_phone_proxy; Owner: -
--

CREATE INDEX run_user ON axl_phone_proxy.run USING btree (user_name, sequence);


--
-- PostgreSQL database dump complete
--


